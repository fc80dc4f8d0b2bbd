import { RetryLink } from '@apollo/client/link/retry'
import { OperationTypeNode } from 'graphql'

/**
 * Repeats a query that got no answer from the network, once. Nothing that changes something is repeated: it may have been done. An answer
 * that refuses is an answer.
 */
export const retryLink = new RetryLink({
  delay: { initial: 300, jitter: true },
  // fetch tells every failure of the network as a TypeError; one that was given up is none.
  attempts: { max: 2, retryIf: (error, { operationType }) => operationType === OperationTypeNode.QUERY && error instanceof TypeError },
})
