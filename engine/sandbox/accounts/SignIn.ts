import { Secret, TOTP } from 'otpauth'
import { err, ok, type Result } from '../../../schema/errors.ts'
import type { Instant } from '../../../schema/time.ts'
import type { Accounts } from './Accounts.ts'
import type { Sessions, SessionTokens } from './Sessions.ts'

export interface SignInRequest {
  readonly clientCode: string
  readonly pin: string
  readonly code: string
}

/** Opens sessions by client code, PIN and one-time code. Codes run on real time, everything else on the market's. */
export class SignIn {
  readonly #accounts: Accounts
  readonly #sessions: Sessions
  readonly #marketNow: () => Instant
  readonly #last = new Map<string, Instant>()

  constructor(accounts: Accounts, sessions: Sessions, marketNow: () => Instant) {
    this.#accounts = accounts
    this.#sessions = sessions
    this.#marketNow = marketNow
  }

  /** The tokens of a new session, or which of the three was wrong. An unknown client and a wrong PIN are one answer. */
  async open({ clientCode, pin, code }: SignInRequest): Promise<Result<SessionTokens, 'client or PIN' | 'code'>> {
    const account = this.#accounts.named(clientCode)
    if (!account || account.pin !== pin) return err('client or PIN')
    const totp = new TOTP({ secret: Secret.fromBase32(account.totpSecret) })
    if (totp.validate({ token: code, window: 1 }) === null) return err('code')
    this.#last.set(clientCode, this.#marketNow())
    return ok(await this.#sessions.open(clientCode))
  }

  /** When a client last signed in, since the sandbox runs; null when he did not. */
  last(clientCode: string): Instant | null {
    return this.#last.get(clientCode) ?? null
  }
}
