import type { FastifyReply } from 'fastify'
import { TOO_FAST } from './envelopes.ts'
import { sessionOf, type Guard } from './guards.ts'
import { RateLimit, type CallLimits } from './RateLimit.ts'

/** The broker's limits on calls (SmartAPI §7): each client code has its own, on real time. */
export class CallLimiter {
  #scale = 1

  /** Multiplies every limit, from now on; 1: as the broker has them. */
  scale(factor: number): void {
    this.#scale = factor
  }

  /** Whether one more call of a client is within the limits; counts it if so. */
  limit(limits: CallLimits): (clientCode: string) => boolean {
    const byClient = new Map<string, RateLimit>()
    return (clientCode) => {
      const limit = byClient.get(clientCode) ?? new RateLimit(limits)
      byClient.set(clientCode, limit)
      return limit.take(Date.now(), this.#scale)
    }
  }

  /** Refuses calls of one client beyond the limits with HTTP 403 and plain text. Routes that share a guard share its limits. */
  guard(limits: CallLimits): Guard {
    const within = this.limit(limits)
    return async (request, reply) => (within(sessionOf(request).clientCode) ? undefined : tooFast(reply))
  }
}

/** The answer to a call beyond the limits. */
export function tooFast(reply: FastifyReply): FastifyReply {
  return reply.code(403).type('text/plain').send(TOO_FAST)
}
