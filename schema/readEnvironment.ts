import { z } from 'zod'
import { err, ok, type Result } from './errors.ts'

/** A variable with a whole number between bounds. */
export function wholeNumber(least: number, most: number) {
  const isWithin = (text: string) => /^-?\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most
  return z
    .string()
    .refine(isWithin, { error: ({ input }) => `must be a whole number, ${least} to ${most}, found "${String(input)}"` })
    .transform(Number)
}

/** A port; 0, where `least` allows it, is any free one. */
export function port(least: 0 | 1 = 0) {
  return wholeNumber(least, 65_535)
}

/** The address of a PostgreSQL database; no message repeats it, for the password in it. */
export const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: ({ input }) => (input === undefined ? 'is not set' : 'must be the address of a PostgreSQL database, postgresql://…'),
})

/** A variable that is yes or no. */
export function yesOrNo(standard: 'yes' | 'no') {
  return z.enum(['yes', 'no'], 'must be yes or no').default(standard)
}

/** The data folder that all processes share. */
export const dataFolder = z.string().min(1).default('.data')

/**
 * A process's variables from its environment, or every mistake in them, one line each, that names the variable. An empty variable counts
 * as not set, as in an .env file with the value left out; others than `variables` are ignored.
 */
export function readEnvironment<Shape extends z.ZodRawShape>(
  variables: z.ZodObject<Shape>,
  environment: Readonly<Record<string, string | undefined>>,
): Result<z.output<z.ZodObject<Shape>>, readonly string[]> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  return parsed.success ? ok(parsed.data) : err(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
}
