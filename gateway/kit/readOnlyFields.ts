import { isDeepStrictEqual } from 'node:util'
import { UserFacingError } from '../../schema/errors.ts'
import type { FieldSchema } from './unknownFields.ts'

/**
 * The schema of a body that may bring along what the server alone sets, because forms send back what they were filled from:
 * the fields of `answer` that `input` does not have, marked read-only.
 */
export function withReadOnly(input: FieldSchema, answer: FieldSchema): FieldSchema {
  const readOnly = Object.entries(answer.properties ?? {}).map(([name, field]) => [name, { ...field, readOnly: true }] as const)
  return { ...input, properties: { ...Object.fromEntries(readOnly), ...input.properties } }
}

/** Refuses a body that brings along one of `facts` with another value than it has: it would look as if it had been set. Throws BAD_USER_INPUT. */
export function refuseChanged(body: unknown, facts: Readonly<Record<string, unknown>>): void {
  if (typeof body !== 'object' || body === null) return
  const complaints = Object.fromEntries(
    Object.entries(body)
      .filter(([name, value]) => Object.hasOwn(facts, name) && !isDeepStrictEqual(value, facts[name]))
      .map(([name]) => [name, `${name}: only the server sets it, and it has another value. Leave it out, or load it again.`]),
  )
  const [first] = Object.values(complaints)
  if (first !== undefined) throw new UserFacingError('BAD_USER_INPUT', first, complaints)
}
