import { ApolloLink } from '@apollo/client'
import { tap } from 'rxjs'
import { readServerClock } from '../lib/serverClock.ts'

/** Reads the server's clock from every answer. The link after it is the one that asks. */
export const serverClockLink = new ApolloLink((operation, forward) => {
  const requestedAt = Date.now()
  return forward(operation).pipe(
    tap(() => {
      const { response } = operation.getContext()
      if (response instanceof Response) readServerClock(response.headers.get('date'), requestedAt, Date.now())
    }),
  )
})
