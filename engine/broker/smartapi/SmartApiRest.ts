import { setTimeout as sleep } from 'node:timers/promises'
import { BrokerError } from '../port.ts'
import { isSessionEnd } from './brokerCodes.ts'
import type { Endpoint } from './endpoints.ts'
import type { SmartApiHttp } from './SmartApiHttp.ts'
import type { TokenSource } from './SmartApiSession.ts'

const RETRIES = 3
const RENEWALS = 2

/** Signed-in reads. Only reads may come here: they are sent again after a failure that could pass. */
export class SmartApiRest {
  readonly #http: SmartApiHttp
  readonly #session: TokenSource

  constructor(http: SmartApiHttp, session: TokenSource) {
    this.#http = http
    this.#session = session
  }

  /** The answer's `data`. Signs in again when the session ended; retries what was throttled, unreachable or garbled. Calls `sent` each time it is sent. */
  async read(endpoint: Endpoint, body: unknown, sent?: () => void): Promise<unknown> {
    let failures = 0
    let renewals = 0
    for (;;) {
      const tokens = await this.#session.tokens()
      try {
        return await this.#http.call(endpoint, body, tokens.jwt, sent)
      } catch (error) {
        if (!(error instanceof BrokerError)) throw error
        if (isSessionEnd(error) && renewals < RENEWALS) {
          renewals++
          await this.#session.renew(tokens)
        } else if (error.kind === 'refused' || error.kind === 'auth' || failures === RETRIES) {
          throw error
        } else {
          await sleep(250 * 2 ** failures * (0.5 + Math.random()))
          failures++
        }
      }
    }
  }
}
