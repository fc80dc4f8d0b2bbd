import { z } from 'zod'
import { closedSchema, type FieldSchema } from '../kit/unknownFields.ts'

type JsonSchema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean> & FieldSchema

interface Documented {
  readonly method: string
  readonly path: RegExp
  /** By status, or '4XX' for all refusals; null: the body is no JSON. */
  readonly answers: ReadonlyMap<string, z.ZodType | null>
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>
}

interface Operation {
  readonly requestBody?: Body
  readonly responses?: Readonly<Record<string, Body & { readonly headers?: Readonly<Record<string, unknown>> }>>
}

export interface AnswersDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** Holds the answers of the REST API to its OpenAPI document: a status or a field that it does not name is a fault, as is one that is missing. For tests only. */
export class DocumentedAnswers {
  readonly #operations: readonly Documented[]

  constructor({ paths }: AnswersDocument) {
    this.#operations = Object.entries(paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: new RegExp(`^${template.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        answers: new Map(Object.entries(operation.responses ?? {}).map(([status, { content }]) => [status.toUpperCase(), bodyOf(content)])),
      })),
    )
  }

  /** What is wrong with an answer, in words; null: nothing, or the document does not know the path. `target`: with its query. */
  faultOf(method: string, target: string, status: number, body: unknown): string | null {
    const { pathname } = new URL(target, 'http://gateway')
    // The path without parameters is the more special one.
    const operation =
      this.#operations.find((one) => one.method === method && one.path.source === `^${pathname}$`) ??
      this.#operations.find((one) => one.method === method && one.path.test(pathname))
    if (!operation) return null
    const key = [String(status), `${Math.floor(status / 100)}XX`].find((one) => operation.answers.has(one))
    if (key === undefined) return `${method} ${pathname}: the document has no answer ${status}`
    const checked = operation.answers.get(key)?.safeParse(body)
    return checked?.error ? `${method} ${pathname}, ${status}: ${z.prettifyError(checked.error)}` : null
  }
}

/** What is wrong with the examples of a document, held against its own schemas, and the operations that have one of their answer. */
export function judgeExamples({ paths }: AnswersDocument): { readonly faults: readonly string[]; readonly shown: ReadonlySet<string> } {
  const faults: string[] = []
  const shown = new Set<string>()
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { requestBody, responses = {} }] of Object.entries(methods))
      for (const [what, { content }] of Object.entries({ ...responses, request: requestBody ?? {} })) {
        const example = content?.['application/json']?.example
        if (example === undefined) continue
        const name = `${method.toUpperCase()} ${path}`
        if (what.startsWith('2')) shown.add(name)
        const checked = bodyOf(JSON.parse(JSON.stringify(content), withoutProperties) as Body['content'])?.safeParse(example)
        if (!checked?.success) faults.push(`${name}, ${what}: ${checked ? z.prettifyError(checked.error) : 'no schema'}`)
      }
  return { faults, shown }
}

/** Zod reads the patterns of a document without the flag `u`, which properties of characters need. */
function withoutProperties(key: string, value: unknown): unknown {
  return key === 'pattern' && /\\p\{/i.test(String(value)) ? undefined : value
}

function bodyOf(content: Body['content']): z.ZodType | null {
  const schema = content?.['application/json']?.schema
  return schema ? z.fromJSONSchema(closedSchema(schema)) : null
}
