import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { LIMITS } from '../../schema/limits.ts'
import { parseInput } from './parseInput.ts'
import { jsonSchema } from './restEnvelope.ts'

const NAME = 'idempotency-key'
const header = z.object({
  [NAME]: z
    .string()
    .min(1, 'Idempotency-Key must not be empty')
    .max(LIMITS.idempotencyKey.max, `Idempotency-Key must be at most ${LIMITS.idempotencyKey.max} characters long`)
    .optional()
    .describe('Your own name for this one request: sent again with the same name, it is done only once. Kept for a day.'),
})

/** How the OpenAPI document describes the header. */
export const idempotencyHeader = jsonSchema(header)

/** The Idempotency-Key of a request; null when it has none. Throws BAD_USER_INPUT. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  return parseInput(header, request.headers)[NAME] ?? null
}
