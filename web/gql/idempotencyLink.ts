import { ApolloLink, CombinedGraphQLErrors, ServerError } from '@apollo/client'
import { tap } from 'rxjs'
import { MINUTE, type Instant } from '../../schema/time.ts'

/**
 * The operations that sent twice would be done twice, or refused the second time. An emergency stop is none: it is one however often it is
 * pressed, and replaying the answer of one lifted meanwhile would stop nothing.
 */
export const DONE_ONCE: readonly (string | undefined)[] = ['CloseTrade', 'RunBacktest', 'CreateStrategy', 'LiftStop']
/** A repeat later than this is a new request. */
const REPEATED_WITHIN_MS = MINUTE

interface Action {
  readonly key: string
  readonly since: Instant
}

/**
 * Adds an idempotency key to operations that must run once: the key survives the password dialog and a refreshed session, and is reused
 * when the user repeats, within a minute, an operation that got no answer. Must precede all links that resend.
 */
export function idempotencyLink(): ApolloLink {
  const unanswered = new Map<string, Action>()
  return new ApolloLink((operation, forward) => {
    const { operationName, variables } = operation
    if (!DONE_ONCE.includes(operationName)) return forward(operation)
    const what = JSON.stringify([operationName, variables])
    const earlier = unanswered.get(what)
    const action = earlier && Date.now() - earlier.since <= REPEATED_WITHIN_MS ? earlier : { key: newKey(), since: Date.now() }
    unanswered.set(what, action)
    operation.setContext(({ headers }) => ({ headers: { ...headers, 'idempotency-key': action.key } }))
    const answered = () => unanswered.delete(what)
    return forward(operation).pipe(tap({ next: answered, error: (error: unknown) => (isAnswer(error) ? answered() : undefined) }))
  })
}

/** Whether the gateway itself has refused; a proxy's failure may hide that it did not. */
function isAnswer(error: unknown): boolean {
  return CombinedGraphQLErrors.is(error) || (ServerError.is(error) && error.statusCode < 500)
}

/** 128 random bits. Pages over plain HTTP have no `crypto.randomUUID`. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16)).join('-')
}
