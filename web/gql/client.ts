import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client'
import { SetContextLink } from '@apollo/client/link/context'
import { BaseHttpLink } from '@apollo/client/link/http'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { OperationTypeNode } from 'graphql'
import { tokenStorage } from '../lib/session/tokenStorage.ts'
import { currentAnswersLink } from './currentAnswersLink.ts'
import { askedByIds, documentIdLink } from './documentIdLink.ts'
import { idempotencyLink } from './idempotencyLink.ts'
import { passwordLink } from './passwordLink.ts'
import { refreshLink } from './refreshLink.ts'
import { retryLink } from './retryLink.ts'
import { serverClockLink } from './serverClockLink.ts'
import { socket } from './socket.ts'
import { tradeHistoryPages } from './tradeHistoryPages.ts'

const bearer = new SetContextLink((context) => {
  const token = tokenStorage.access()
  return { usedToken: token, headers: { ...context.headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) } }
})

const requests = ApolloLink.from([
  currentAnswersLink(),
  idempotencyLink(),
  passwordLink,
  refreshLink,
  retryLink,
  bearer,
  documentIdLink(),
  serverClockLink,
  new BaseHttpLink({ uri: '/graphql', credentials: 'include' }),
])
const subscriptions = ApolloLink.from([documentIdLink(), new GraphQLWsLink(askedByIds(socket))])

/** The GraphQL client of the signed-in screens: queries and mutations by HTTP, subscriptions by the socket. */
export const client = new ApolloClient({
  link: ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, subscriptions, requests),
  cache: new InMemoryCache({ typePolicies: { Query: { fields: { liveTrades: { merge: false }, tradeHistory: tradeHistoryPages } } } }),
  defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' } },
})

// Events may have been missed while the connection was down: active queries are refetched.
let wasConnected = false
socket.on('connected', () => {
  if (wasConnected) void client.refetchQueries({ include: 'active' })
  wasConnected = true
})
