import type { FastifyRequest } from 'fastify'

/** What an address may do so many times a minute only (security/credentialLimits.ts). */
export type CredentialAction = 'login' | 'signup' | 'refresh' | 'password' | 'mail' | 'link' | 'download' | 'broker' | 'quote'

/** Counts an attempt of the request's address; rejects with RATE_LIMITED when there were too many this minute. */
export type CountAttempt = (action: CredentialAction, request: Pick<FastifyRequest, 'ip'>) => Promise<void>
