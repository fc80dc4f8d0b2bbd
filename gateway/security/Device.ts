import type { FastifyRequest } from 'fastify'
import { keepCookie, readCookie } from './deviceCookie.ts'

const LONGEST_USER_AGENT = 300

/** Where a request came from, as sessions and the audit log remember it. */
export interface Device {
  readonly address: string
  /** As the client named itself; anything it likes. */
  readonly userAgent: string
  /** What it was given to keep, or what it says it was given (KnownDevices.ts); empty: nothing. */
  readonly marks: string
  /** Gives it something to keep, in place of the marks before, with the answer. */
  keep(marks: string): void
}

export function deviceOf(request: FastifyRequest): Device {
  const userAgent = request.headers['user-agent'] ?? ''
  return {
    address: request.ip,
    userAgent: userAgent.replace(/\p{Cc}/gu, ' ').slice(0, LONGEST_USER_AGENT),
    marks: readCookie(request),
    keep: (marks) => keepCookie(request, marks),
  }
}
