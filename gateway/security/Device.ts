import type { FastifyRequest } from 'fastify'

const LONGEST_USER_AGENT = 300

/** Where a request came from, as sessions and the audit log remember it. */
export interface Device {
  readonly address: string
  /** As the client named itself; anything it likes. */
  readonly userAgent: string
}

export function deviceOf(request: FastifyRequest): Device {
  const userAgent = request.headers['user-agent'] ?? ''
  return { address: request.ip, userAgent: userAgent.replace(/\p{Cc}/gu, ' ').slice(0, LONGEST_USER_AGENT) }
}
