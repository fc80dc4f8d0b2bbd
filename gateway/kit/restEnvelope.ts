import { z } from 'zod'

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

/** A zod schema as the OpenAPI document and Fastify's routes take it. */
export function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}

/** Describes the answers of a route: the envelope round its data, and the refusals every route can give. */
export function answers(data: z.ZodType, status = 200): Record<number | string, unknown> {
  return {
    [status]: jsonSchema(
      z.object({ success: z.literal(true), status: z.literal(true), data, message: z.string().nullable(), error: z.null() }),
    ),
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

/** The client's fault, and ours. */
const REFUSALS = { '4xx': jsonSchema(failure), '5xx': jsonSchema(failure) }

/** What every REST answer looks like when it was refused. `code`: one of a closed set. */
export function refusal(message: string, code: string, requestId: string): Omit<z.infer<typeof failure>, 'fieldErrors'> {
  return { success: false, status: false, data: null, message, error: message, code, requestId }
}
