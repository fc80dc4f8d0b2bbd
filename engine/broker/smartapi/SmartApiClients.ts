import { LRUCache } from 'lru-cache'
import type { Instant } from '../../../schema/time.ts'
import type { SmartApiMarket } from './SmartApiConfig.ts'
import { SmartApiHttp } from './SmartApiHttp.ts'
import { SmartApiSignOn } from './SmartApiSignOn.ts'

/** A client's cached state (its pace, the one-time code used last) is useful for half a minute. */
const CLIENTS_KEPT = 1_000

interface Client {
  readonly http: SmartApiHttp
  readonly signOn: SmartApiSignOn
}

/** The clients of one market, each at a pace of its own. */
export class SmartApiClients {
  readonly #market: SmartApiMarket
  readonly #now: () => Instant
  readonly #clients = new LRUCache<string, Client>({ max: CLIENTS_KEPT })

  /** `now`: real time. */
  constructor(market: SmartApiMarket, now: () => Instant) {
    this.#market = market
    this.#now = now
  }

  /** The sign-on of a client code; null: of a user whose client code is not yet known. */
  of(clientCode: string | null): SmartApiSignOn {
    return this.#client(clientCode).signOn
  }

  /** The calls of a client code. */
  httpOf(clientCode: string): SmartApiHttp {
    return this.#client(clientCode).http
  }

  /** Ends every call that is waiting or under way. */
  close(): void {
    for (const { http } of this.#clients.values()) http.close()
  }

  #client(clientCode: string | null): Client {
    const known = clientCode === null ? undefined : this.#clients.get(clientCode)
    if (known) return known
    const http = new SmartApiHttp(this.#market)
    const client = { http, signOn: new SmartApiSignOn(http, this.#now) }
    if (clientCode !== null) this.#clients.set(clientCode, client)
    return client
  }
}
