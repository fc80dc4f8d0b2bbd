import { ApolloLink, CombinedGraphQLErrors } from '@apollo/client'
import { ErrorLink } from '@apollo/client/link/error'
import type { DocumentNode } from 'graphql'
import type { Client } from 'graphql-ws'
import type { ErrorCode } from '../../schema/errors.ts'

/** What the gateway says to a document of another version. */
const UNKNOWN = 'UNKNOWN_DOCUMENT' satisfies ErrorCode

/**
 * Sends the document's id instead of its text. A gateway of another version may not know it: then this and all later operations of the
 * document are sent as texts. From source, documents have no ids (web/documentFiles.ts). Stands right before the link that sends.
 */
export function documentIdLink(): ApolloLink {
  const unknown = new Set<string>()
  const name = new ApolloLink((operation, forward) => {
    const id = documentIdOf(operation.query)
    const byId = id !== null && !unknown.has(id)
    operation.extensions['documentId'] = byId ? id : undefined
    operation.setContext({ http: { includeQuery: !byId } })
    return forward(operation)
  })
  const askByText = new ErrorLink(({ error, operation, forward }) => {
    const id = documentIdOf(operation.query)
    if (id === null || unknown.has(id) || !CombinedGraphQLErrors.is(error)) return
    if (error.errors.every(({ extensions }) => extensions?.['code'] !== UNKNOWN)) return
    // Nothing of it was done: a change is sent again as well.
    unknown.add(id)
    return forward(operation)
  })
  return ApolloLink.from([askByText, name])
}

/** The socket for documents that were given their ids: graphql-ws always sends a text, and theirs is empty. */
export function askedByIds(socket: Client): Client {
  return {
    ...socket,
    subscribe: (payload, sink) => socket.subscribe(payload.extensions?.['documentId'] ? { ...payload, query: '' } : payload, sink),
  }
}

function documentIdOf(document: DocumentNode & { readonly documentId?: string }): string | null {
  return document.documentId ?? null
}
