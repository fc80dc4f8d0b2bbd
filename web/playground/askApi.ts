import type { Fetcher } from '@graphiql/toolkit'
import { OperationTypeNode, type ExecutionResult } from 'graphql'
import { socket } from '../gql/socket.ts'
import { refreshSession } from '../lib/session/refreshSession.ts'
import { tokenStorage } from '../lib/session/tokenStorage.ts'
import { operationToRun } from './operationToRun.ts'

const UNAUTHENTICATED = 401

/** Answers GraphiQL's operations as the product's own are answered: queries by POST with the session's token, subscriptions by the one socket. */
export const askApi: Fetcher = ({ query, variables, operationName }) => {
  const meant = operationToRun(query, operationName)
  const name = meant === null ? operationName : meant.name?.value
  const operation = {
    query,
    ...(variables == null ? {} : { variables: variables as Record<string, unknown> }),
    ...(name == null ? {} : { operationName: name }),
  }
  // GraphiQL prints errors as they came; that they are plain objects here makes no difference to it.
  const isSubscription = meant?.operation === OperationTypeNode.SUBSCRIPTION
  return isSubscription ? (socket.iterate(operation) as AsyncIterable<ExecutionResult>) : post(operation)
}

async function post(operation: object): Promise<ExecutionResult> {
  const used = tokenStorage.access()
  const answer = await send(operation, used)
  if (answer.status !== UNAUTHENTICATED || (await refreshSession(used)) !== 'refreshed') return (await answer.json()) as ExecutionResult
  return (await (await send(operation, tokenStorage.access())).json()) as ExecutionResult
}

function send(operation: object, token: string | null): Promise<Response> {
  return fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(operation),
  })
}
