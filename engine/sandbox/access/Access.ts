import type { FastifyRequest } from 'fastify'
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
  /** Whether a client may try to sign in once more, by whatever way. */
  readonly maySignIn = this.limiter.limit({ second: 1 })
  readonly accounts: Accounts
  readonly sessions: Sessions

  readonly faults: Faults

  constructor(accounts: Accounts, sessions: Sessions, faults: Faults) {
    this.accounts = accounts
    this.sessions = sessions
    this.faults = faults
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
