import { z } from 'zod'
import { closedSchema, type FieldSchema } from '../kit/unknownFields.ts'

type JsonSchema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean> & FieldSchema

interface Documented {
  readonly method: string
  readonly path: RegExp
  /** By status, or '4XX' for all refusals; null: the body is no JSON. */
  readonly answers: ReadonlyMap<string, z.ZodType | null>
}

interface Operation {
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>> }>>
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

function bodyOf(content: Readonly<Record<string, { readonly schema?: JsonSchema }>> | undefined): z.ZodType | null {
  const schema = content?.['application/json']?.schema
  return schema ? z.fromJSONSchema(closedSchema(schema)) : null
}
