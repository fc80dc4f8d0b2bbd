import { RetryLink } from '@apollo/client/link/retry'
import { OperationTypeNode } from 'graphql'

/**
 * Retries a query that got no answer from the network, once. No change is retried: it may have been done. An answer
 * that refuses is an answer.
 */
export const retryLink = new RetryLink({
  delay: { initial: 300, jitter: true },
  // fetch reports every network failure as a TypeError; an aborted request is none.
  attempts: { max: 2, retryIf: (error, { operationType }) => operationType === OperationTypeNode.QUERY && error instanceof TypeError },
})
