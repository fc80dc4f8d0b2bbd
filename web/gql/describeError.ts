import { CombinedGraphQLErrors } from '@apollo/client'

/** A failure in words for the user, with the server's request id when it gave one. */
export interface Failure {
  readonly message: string
  readonly requestId: string | null
  /** What is wrong with which field of the input; empty when no field is to blame. */
  readonly fieldErrors: Readonly<Record<string, string>>
}

/** The server's own words first; without an answer the text says so. */
export function describeError(error: unknown): Failure {
  if (CombinedGraphQLErrors.is(error)) {
    const first = error.errors[0]
    const requestId: unknown = first?.extensions?.['requestId']
    return {
      message: first?.message ?? 'An error occurred',
      requestId: typeof requestId === 'string' ? requestId : null,
      fieldErrors: texts(first?.extensions?.['fieldErrors']),
    }
  }
  const message = !navigator.onLine
    ? 'You are offline'
    : error instanceof Error && error.message !== 'Failed to fetch'
      ? error.message
      : 'Network error'
  return { message, requestId: null, fieldErrors: {} }
}

function texts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
