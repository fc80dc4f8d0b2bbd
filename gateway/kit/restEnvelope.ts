import { z } from 'zod'
import type { ErrorCode } from '../../schema/errors.ts'

/** What every REST answer looks like when it went well. */
export interface Success<Data> {
  readonly success: true
  /** The same as `success`, for clients that read a status flag. */
  readonly status: true
  readonly data: Data
  readonly message: string | null
  readonly error: null
}

export function success<Data>(data: Data, message: string | null = null): Success<Data> {
  return { success: true, status: true, data, message, error: null }
}

/** The same for data that is JSON text already, in pieces. */
export async function* successText(data: AsyncIterable<string>): AsyncGenerator<string> {
  const [before = '', after = ''] = JSON.stringify(success('DATA')).split('"DATA"')
  yield before
  yield* data
  yield after
}

/** A zod schema as the OpenAPI document and Fastify's routes take it, if given with an example of what it takes. */
export function jsonSchema<Schema extends z.ZodType>(schema: Schema, example?: z.input<Schema>): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return example === undefined ? rest : { ...rest, examples: [example] }
}

/** What a route answers with its data, besides the data. */
interface Answered<Schema extends z.ZodType> {
  readonly status?: number
  readonly example?: z.input<Schema>
}

/** Describes the answers of a route: the envelope round its data, and the refusals every route can give. */
export function answers<Schema extends z.ZodType>(data: Schema, { status = 200, example }: Answered<Schema> = {}): Record<string, unknown> {
  const envelope = z.object({ success: z.literal(true), status: z.literal(true), data, message: z.string().nullable(), error: z.null() })
  return {
    [status]: { ...jsonSchema(envelope), ...(example === undefined ? {} : { examples: [success(example)] }) },
    ...REFUSALS,
  }
}

/** Describes the answers of a route that sends a text file, and the refusals every route can give. */
export function fileAnswers(type: string, description: string): Record<number | string, unknown> {
  return { 200: { description, content: { [type]: { schema: { type: 'string' } } } }, ...REFUSALS }
}

export const failure = z.object({
  success: z.literal(false),
  status: z.literal(false).describe('The same as success'),
  data: z.null(),
  message: z.string().describe('What happened and what to do'),
  error: z.string().describe('The same text, for clients that look here'),
  code: z.string().describe('One of a closed set, for example NOT_FOUND'),
  requestId: z.string().describe('Quote it when you report a problem'),
  fieldErrors: z.record(z.string(), z.string()).optional().describe('An error for each wrong field'),
})

/** What every REST answer looks like when it was refused. `code`: one of a closed set. */
export function refusal(message: string, code: string, requestId: string): Omit<z.infer<typeof failure>, 'fieldErrors'> {
  return { success: false, status: false, data: null, message, error: message, code, requestId }
}

const RETRY_AFTER = { 'Retry-After': { type: 'integer', description: 'Seconds after which the same request may be sent again' } }
const exampleOf = (message: string, code: ErrorCode) => ({ examples: [refusal(message, code, '5f0c1b2e-8a34-4d0e-9c77-2b1f6d3a9e58')] })

/** The client's fault, and ours. */
const REFUSALS = {
  '4xx': {
    ...jsonSchema(failure),
    description: 'Refused: `code` says why, `message` what to do',
    ...exampleOf('There is no running trade with this id.', 'NOT_FOUND'),
  },
  429: {
    ...jsonSchema(failure),
    description: 'Asked too often: by address, by account or by token',
    headers: RETRY_AFTER,
    ...exampleOf('Too many attempts. Please try again in 42 seconds.', 'RATE_LIMITED'),
  },
  '5xx': {
    ...jsonSchema(failure),
    description: 'Not the client’s fault: what happened stands in the log under `requestId`',
    ...exampleOf('Something went wrong. Please try again.', 'INTERNAL_SERVER_ERROR'),
  },
  503: {
    ...jsonSchema(failure),
    description: 'Too much to do at the moment',
    headers: RETRY_AFTER,
    ...exampleOf('Sakha is very busy at the moment. Please try again in 5 seconds.', 'UNAVAILABLE'),
  },
}
