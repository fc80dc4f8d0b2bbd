import { LRUCache } from 'lru-cache'
import type { Instant } from '../../../schema/time.ts'
import type { SmartApiMarket } from './SmartApiConfig.ts'
import { SmartApiHttp } from './SmartApiHttp.ts'
import { SmartApiSignOn } from './SmartApiSignOn.ts'

/** What is remembered of a client (its pace, the one-time code used last) is of use for half a minute. */
const CLIENTS_KEPT = 1_000

/** The clients of one market, each at a pace of its own. */
export class SmartApiClients {
  readonly #market: SmartApiMarket
  readonly #now: () => Instant
  readonly #clients = new LRUCache<string, { readonly http: SmartApiHttp; readonly signOn: SmartApiSignOn }>({ max: CLIENTS_KEPT })

  /** `now`: real time. */
  constructor(market: SmartApiMarket, now: () => Instant) {
    this.#market = market
    this.#now = now
  }

  /** The sign-on of a client code; null: of somebody whose client code is still to be learnt. */
  of(clientCode: string | null): SmartApiSignOn {
    const known = clientCode === null ? undefined : this.#clients.get(clientCode)
    if (known) return known.signOn
    const http = new SmartApiHttp(this.#market)
    const signOn = new SmartApiSignOn(http, this.#now)
    if (clientCode !== null) this.#clients.set(clientCode, { http, signOn })
    return signOn
  }

  /** Ends every call that is waiting or under way. */
  close(): void {
    for (const { http } of this.#clients.values()) http.close()
  }
}
