import { CombinedGraphQLErrors, ServerError } from '@apollo/client'
import { member } from '../lib/member.ts'

/** A failure in words for the user, with the server's request id when it gave one. */
export interface Failure {
  readonly message: string
  readonly requestId: string | null
  /** Messages by input field; empty when no field is to blame. */
  readonly fieldErrors: Readonly<Record<string, string>>
}

/** The server's own words first, of whichever layer; an answer without words is named by its status, and without an answer the text says so; a refusal without words is `wordless`. */
export function describeError(error: unknown, wordless = 'An error occurred'): Failure {
  if (CombinedGraphQLErrors.is(error)) {
    const first = error.errors[0]
    const requestId: unknown = first?.extensions?.['requestId']
    return {
      message: first && first.message !== '' ? first.message : wordless,
      requestId: typeof requestId === 'string' ? requestId : null,
      fieldErrors: texts(first?.extensions?.['fieldErrors']),
    }
  }
  if (ServerError.is(error)) return describeAnswer(error)
  const message = !navigator.onLine
    ? 'You are offline'
    : error instanceof Error && error.message !== 'Failed to fetch'
      ? error.message
      : 'Network error'
  return { message, requestId: null, fieldErrors: {} }
}

/** An answer from before GraphQL: too many requests, a gateway that closes, a proxy's. */
function describeAnswer({ statusCode, bodyText }: ServerError): Failure {
  const answer = parsed(bodyText)
  const words = [member(answer, 'message'), member(answer, 'error')].find((each) => typeof each === 'string')
  const requestId = member(answer, 'requestId')
  return {
    message: typeof words === 'string' ? words : `HTTP error! status: ${statusCode}`,
    requestId: typeof requestId === 'string' ? requestId : null,
    fieldErrors: {},
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function texts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
