import type { ErrorCode } from '../../../schema/errors.ts'
import { member } from '../member.ts'
import type { TypedDocumentString } from './generated/graphql.ts'

const GRAPHQL = '/graphql'
/** The gateway is of another version than this page, which must be reloaded. */
const OTHER_VERSION = 410

/** The codes that are distinguished here, as HTTP says them: not the whole table of schema/errors.ts, which would come with every first load. */
const STATUS: Readonly<Record<string, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  INTERNAL_SERVER_ERROR: 500,
  UNAVAILABLE: 503,
} satisfies Partial<Record<ErrorCode, number>>

/**
 * The gateway's refusal. `status` is an HTTP status, also where GraphQL sends a code: 401, 403, 410, 429, from 500, and others. `error` is the
 * server's text, and null when it sent none.
 */
export type GatewayAnswer<Data> =
  { readonly success: true; readonly data: Data } | { readonly success: false; readonly status: number; readonly error: string | null }

/**
 * Calls one of the gateway's session operations (`*.graphql` beside this file), which have one field each; resolves with its value, or with
 * the refusal. Everything else goes through gql/client.ts, which needs some of them itself and is not loaded for the signed-out. Rejects
 * only without an answer: network failure. `response`: this very request's, if already sent.
 */
export async function askGateway<Data extends object, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { token, response }: { readonly token?: string | undefined; readonly response?: Promise<Response> | undefined } = {},
): Promise<GatewayAnswer<Data[keyof Data]>> {
  const { address, init } = gatewayRequest(document, variables, token)
  const { ok, status, payload } = await read(await (response ?? fetch(address, init)))
  const errors = member(payload, 'errors')
  const refusal: unknown = Array.isArray(errors) ? errors[0] : null
  const [field] = Object.values((member(payload, 'data') as Data | null | undefined) ?? {})
  if (ok && !refusal && field !== undefined) return { success: true, data: field as Data[keyof Data] }
  const text = [member(refusal, 'message'), member(payload, 'message'), member(payload, 'error')].find(
    (part) => typeof part === 'string' && part !== '',
  )
  const code = String(member(member(refusal, 'extensions'), 'code'))
  return { success: false, status: STATUS[code] ?? status, error: typeof text === 'string' ? text : null }
}

/** Whether a refusal says nothing about the request's session: the gateway is in trouble, or of another version. */
export const leavesSession = (status: number): boolean => status >= 500 || status === OTHER_VERSION

/** The request of an operation, as fetch takes it. */
export function gatewayRequest<Data, Variables>(
  document: TypedDocumentString<Data, Variables> | string,
  variables: Variables,
  token?: string,
) {
  return {
    address: GRAPHQL,
    init: {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      credentials: 'include',
      body: JSON.stringify({ ...asked(String(document)), variables }),
    },
  } as const
}

/** In the build, a document is `Operation:id` (web/builtDocument.ts), and its text from source. */
function asked(document: string) {
  const [, operationName, documentId] = /^\s*(?:\w+ )?(\w+)(?::(\S+)$)?/.exec(document) ?? []
  return { operationName, ...(documentId === undefined ? { query: document } : { extensions: { documentId } }) }
}

/** A proxy in between may answer with HTML: that is an answer without data, not a failure of the network. */
async function read(response: Response) {
  const text = await response.text()
  const { ok, status } = response
  try {
    const payload: unknown = JSON.parse(text)
    return { ok, status, payload }
  } catch {
    return { ok, status, payload: null }
  }
}
