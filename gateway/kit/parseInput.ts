import type { z } from 'zod'
import { UserFacingError } from '../../schema/errors.ts'

/**
 * Checks what a client sent. Throws BAD_USER_INPUT with the first complaint as its message
 * and one complaint for each wrong field.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  if (!first || first.path.length === 0)
    throw new UserFacingError('BAD_USER_INPUT', 'A JSON object with the fields of this call is expected.')
  const fieldErrors: Record<string, string> = {}
  for (const issue of parsed.error.issues) fieldErrors[issue.path.join('.')] ??= issue.message
  throw new UserFacingError('BAD_USER_INPUT', first.message, fieldErrors)
}
