import { CombinedGraphQLErrors, ServerError } from '@apollo/client'
import { ErrorLink } from '@apollo/client/link/error'
import { from, mergeMap, throwError } from 'rxjs'
import { refreshSession } from '../lib/session/refreshSession.ts'

function isUnauthenticated(error: unknown): boolean {
  if (CombinedGraphQLErrors.is(error)) return error.errors.some((one) => one.extensions?.['code'] === 'UNAUTHENTICATED')
  return ServerError.is(error) && error.statusCode === 401
}

/** Retries an operation once with a refreshed token when its own was refused. A second refusal reaches the screen. */
export const refreshLink = new ErrorLink(({ error, operation, forward }) => {
  if (!isUnauthenticated(error)) return
  const used: unknown = operation.getContext()['usedToken']
  return from(refreshSession(typeof used === 'string' ? used : null)).pipe(
    mergeMap((outcome) => (outcome === 'refreshed' ? forward(operation) : throwError(() => error))),
  )
})
