import { CombinedGraphQLErrors } from '@apollo/client'

/** A failure in words for the user, with the server's request id when it gave one. */
export interface Failure {
  readonly message: string
  readonly requestId: string | null
}

/** The server's own words first; without an answer the text says so. */
export function describeError(error: unknown): Failure {
  if (CombinedGraphQLErrors.is(error)) {
    const first = error.errors[0]
    const requestId: unknown = first?.extensions?.['requestId']
    return { message: first?.message ?? 'An error occurred', requestId: typeof requestId === 'string' ? requestId : null }
  }
  if (!navigator.onLine) return { message: 'You are offline', requestId: null }
  return { message: error instanceof Error && error.message !== 'Failed to fetch' ? error.message : 'Network error', requestId: null }
}
