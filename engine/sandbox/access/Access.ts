import type { FastifyRequest } from 'fastify'
import type { Instant } from '../../../schema/time.ts'
import type { Accounts } from '../accounts/Accounts.ts'
import type { Sessions } from '../accounts/Sessions.ts'
import type { Faults } from '../faults/Faults.ts'
import { faultGuard } from './spoilAnswers.ts'
import { CallLimiter, tooFast } from './CallLimiter.ts'
import { requireHeaders, requireSession, type Guard } from './guards.ts'
import type { CallLimits } from './RateLimit.ts'

/** Who may make which call, and how often. */
export class Access {
  readonly limiter = new CallLimiter()
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly faults: Faults
  readonly #isSlowEnough = this.limiter.limit({ second: 1 })
  readonly #signInTries = new Map<string, Instant[]>()

  constructor(accounts: Accounts, sessions: Sessions, faults: Faults) {
    this.accounts = accounts
    this.sessions = sessions
    this.faults = faults
  }

  /** Whether a client may try to sign in once more, by whatever way. The try is noted. */
  maySignIn(clientCode: string): boolean {
    const tries = this.#signInTries.get(clientCode) ?? []
    tries.push(Date.now())
    this.#signInTries.set(clientCode, tries)
    return this.#isSlowEnough(clientCode)
  }

  /** When a client tried to sign in since the sandbox runs, in real time, refused tries included. */
  signInTries(clientCode: string): readonly Instant[] {
    return this.#signInTries.get(clientCode) ?? []
  }

  /** The guards of signing in. `clientOf`: whose limit a try counts against. */
  signingIn(clientOf: (request: FastifyRequest) => string): Guard[] {
    const limit: Guard = async (request, reply) => (this.maySignIn(clientOf(request)) ? undefined : tooFast(reply))
    return [requireHeaders(this.accounts), limit]
  }

  /** The guards of calls that need a session. Calls that are given the same guards are limited together. */
  secured(limits: CallLimits): readonly [Guard, Guard, Guard, Guard] {
    return [requireHeaders(this.accounts), requireSession(this.sessions), this.limiter.guard(limits), faultGuard(this.faults)]
  }
}
