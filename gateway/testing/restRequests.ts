import fc from 'fast-check'
import { hostileText, hostileValue, mostly } from './hostileValues.ts'

/** As much of JSON Schema as the API's document uses. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly items?: Schema
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly readOnly?: boolean
  readonly required?: readonly string[]
}

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly required?: boolean; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export interface RawRequest {
  readonly method: string
  /** With its query, encoded. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** What the requests may name: ids of real rows, real addresses and passwords. */
export interface KnownValues {
  readonly ids: readonly string[]
  readonly texts: readonly string[]
}

/** Requests to all operations of an OpenAPI document, each equally often: mostly as the document has them, at times anything. For tests only. */
export function restRequests({ paths }: OpenApiDocument, known: KnownValues): fc.Arbitrary<RawRequest> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => requestOf(method.toUpperCase(), path, operation, known)),
  )
  return fc.oneof(...operations)
}

function requestOf(
  method: string,
  template: string,
  { parameters = [], requestBody }: Operation,
  known: KnownValues,
): fc.Arbitrary<RawRequest> {
  const given = fc.record(
    Object.fromEntries(parameters.map(({ in: where, name, schema }) => [`${where}:${name}`, mostly(valueOf(schema, known))])),
    { requiredKeys: parameters.filter(({ in: where }) => where === 'path').map(({ name }) => `path:${name}`) },
  )
  const schema = requestBody?.content['application/json']?.schema
  const body: fc.Arbitrary<string | null> = schema
    ? fc.oneof(
        { weight: 9, arbitrary: mostly(valueOf(schema, known)).map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: garbage },
      )
    : fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: garbage })
  const type = fc.oneof(
    { weight: 20, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data', 'x', 'application/xml'),
    },
  )
  return fc
    .tuple(given, body, type, fc.array(fc.tuple(hostileText, hostileText), { maxLength: 2 }), malformedPath)
    .map(([values, text, contentType, more, malformed]) => {
      const query = more.map(([name, value]) => `${encode(name)}=${encode(value)}`)
      const headers: Record<string, string> = text === null ? {} : { 'content-type': contentType }
      let path = template
      for (const [key, value] of Object.entries(values)) {
        const [where, name = ''] = key.split(':')
        const said = typeof value === 'string' ? value : JSON.stringify(value)
        if (where === 'path') path = path.replace(`{${name}}`, () => malformed ?? encode(said))
        else if (where === 'query') query.push(`${name}=${encode(said)}`)
        else headers[name] = said.replace(/[^\x20-\x7e]/g, '?').slice(0, 2_000)
      }
      return { method, path: query.length > 0 ? `${path}?${query.join('&')}` : path, headers, body: text }
    })
}

/** In place of a path's ids: what cannot be decoded. Mostly nothing. */
const malformedPath = fc.oneof(
  { weight: 30, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%ff', '%c0%af', '%ed%a0%80') },
)

/** What is no body of this API, and what breaks parsers. */
const garbage = fc.oneof(
  hostileText,
  hostileValue.map((value) => JSON.stringify(value).slice(0, -1)),
  fc.constantFrom(
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"role":"admin"}}}',
    '['.repeat(5_000),
    '{"a":'.repeat(40),
  ),
)

function valueOf(schema: Schema, known: KnownValues): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, known)))
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any'])
  return fc.oneof(...types.map((type) => valueOfType(type, schema, known)))
}

function valueOfType(type: string, schema: Schema, known: KnownValues): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return textOf(schema, known)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(mostly(valueOf(schema.items ?? {}, known)), { maxLength: schema.maxItems ?? 5 })
    case 'object': {
      const fields = Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([, field]) => field.readOnly !== true)
          .map(([name, field]) => [name, mostly(valueOf(field, known))]),
      )
      // A field that is not known has the request refused before anything else is looked at.
      const unknown = fc.oneof(
        { weight: 9, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.dictionary(hostileText, hostileValue, { maxKeys: 1 }) },
      )
      return fc
        .tuple(fc.record(fields, { requiredKeys: [...(schema.required ?? [])] }), unknown)
        .map(([meant, more]) => ({ ...more, ...meant }))
    }
    default:
      return hostileValue
  }
}

function textOf({ format, minLength = 0, maxLength = 30 }: Schema, known: KnownValues): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...known.ids), fc.uuid())
  if (format === 'date') return fc.constantFrom('2026-11-20', '2000-01-01', '2099-12-31', '1999-12-31', '2026-02-29')
  if (format === 'date-time') return fc.constantFrom('2026-11-20T05:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59+05:30')
  const made = { minLength, maxLength: Math.min(maxLength, minLength + 30) }
  return fc.oneof(
    fc.constantFrom(...known.texts),
    fc.string(made),
    fc.string({ ...made, unit: 'binary' }),
    fc.constantFrom('09:20', '25:00'),
  )
}

/** Per cent encoding that also takes half a surrogate pair. */
function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString())
}
