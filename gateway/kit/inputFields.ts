import { z } from 'zod'
import { INTERVALS } from '../../schema/market/candles.ts'
import { INDEX_NAMES, indexNamed, SHOWN_INDICES, whyNotTraded } from '../../schema/market/indices.ts'
import { textMistake } from '../../schema/textMistake.ts'
import { given } from './given.ts'

/** A whole number within bounds; text is taken as a number, because query strings carry text. */
export function wholeNumber(name: string, min: number, max: number) {
  const error = (issue: { readonly input?: unknown }) => `${name} must be a whole number from ${min} to ${max}, got ${given(issue.input)}`
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
    z.int({ error }).min(min, { error }).max(max, { error }),
  )
}

/** An index by any of its names; becomes the symbol its contracts have. `complaint` begins the message about anything else. */
export function index(complaint: string) {
  return z
    .enum(INDEX_NAMES, {
      error: ({ input }) => whyNotTraded(given(input)) ?? `${complaint} ${SHOWN_INDICES.join(', ')}, got ${given(input)}`,
    })
    .transform((name) => indexNamed(name)!)
}

export const indexSymbol = index('symbol must be one of')

export const interval = z.enum(INTERVALS, {
  error: (issue) => `interval must be one of ${INTERVALS.join(', ')}, got ${given(issue.input)}`,
})

export function id(name: string) {
  return z.uuid({ error: (issue) => `${name} must be an id, got ${given(issue.input)}` })
}

/** Of a strategy: 1, 2, 3 … */
export const versionNumber = wholeNumber('version', 1, 1_000_000)

/** A number within bounds. */
export function amount(name: string, min: number, max: number) {
  const error = (issue: { readonly input?: unknown }) => `${name} must be a number from ${min} to ${max}, got ${given(issue.input)}`
  return z.number({ error }).min(min, { error }).max(max, { error })
}

/** A field that may be left empty: left out, null and an empty text are all null. */
export function emptyAllowed<Schema extends z.ZodType>(field: Schema) {
  return z
    .preprocess((value) => (value === undefined || value === '' ? null : value), field.nullable())
    .optional()
    .transform((value) => value ?? null)
}

/** A field of a partial update: left out it stays as it is (undefined); null and an empty text clear it (null). */
export function clearable<Schema extends z.ZodType>(field: Schema) {
  return z.preprocess((value) => (value === '' ? null : value), field.nullable().optional()).optional()
}

/** True or false; in a query string, which carries text, as a word. Left out or null: the caller has not said. */
export const flag = (name: string) =>
  z
    .preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean(`${name} must be true or false`))
    .nullish()

/** A moment: ISO 8601 with its zone, or the Date that GraphQL has read already. Becomes epoch milliseconds. */
export function instant(name: string) {
  const error = (issue: { readonly input?: unknown }) => `${name} must be a time like 2026-11-20T05:15:00.000Z, got ${given(issue.input)}`
  return z
    .preprocess(
      (value) => (value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value),
      z.iso.datetime({ error, offset: true }),
    )
    .transform((value) => Date.parse(value))
}

/** A date in India; of this century, so that its instants are ones the database and JavaScript know. */
export function date(name: string) {
  return z.iso
    .date({ error: (issue) => `${name} must be a date YYYY-MM-DD, got ${given(issue.input)}` })
    .refine((value) => value.startsWith('20'), { error: (issue) => `${name} must be a date from 2000 to 2099, got ${given(issue.input)}` })
}

/** For `refine`: dates in India, both included, are in order. */
export function inOrder({ from, to }: { readonly from?: string | null | undefined; readonly to?: string | null | undefined }): boolean {
  return !from || !to || from <= to
}
export const BACKWARDS = { path: ['to'], message: 'to must not be before from' }

/** A text that people see of others, composed (NFC): it neither hides nor turns what stands around it (schema/textMistake.ts). */
export function seen(label: string, field: z.ZodString, layout: 'line' | 'lines' = 'line') {
  return field.normalize('NFC').refine((text) => textMistake(text, layout) === null, {
    error: ({ input }) => `${label} ${textMistake(String(input), layout) ?? ''}`,
  })
}

const written = (label: string, max: number) =>
  z.string(`${label} is required`).trim().min(1, `${label} is required`).max(max, `${label} must be at most ${max} characters long`)

/** One line of such text. */
export const line = (label: string, max: number) => seen(label, written(label, max))

/** Such text in as many lines as it has. */
export const lines = (label: string, max: number) => seen(label, written(label, max), 'lines')
