import { CombinedGraphQLErrors } from '@apollo/client'
import { ErrorLink } from '@apollo/client/link/error'
import { from, mergeMap, throwError } from 'rxjs'
import { askForPassword } from '../lib/session/askForPassword.ts'

/**
 * Asks the user for the password when the gateway requires it for a change, and then retries the change. Without it the refusal reaches the
 * screen.
 */
export const passwordLink = new ErrorLink(({ error, operation, forward }) => {
  if (!CombinedGraphQLErrors.is(error) || error.errors.every(({ extensions }) => extensions?.['code'] !== 'REAUTHENTICATION_REQUIRED'))
    return
  return from(askForPassword()).pipe(mergeMap((confirmed) => (confirmed ? forward(operation) : throwError(() => error))))
})
