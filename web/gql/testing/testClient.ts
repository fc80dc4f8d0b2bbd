import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client'
import { buildSchema, execute, getOperationAST, type ExecutionResult } from 'graphql'
import { tradeHistoryPages } from '../tradeHistoryPages.ts'

const schema = buildSchema(readFileSync(path.join(import.meta.dirname, '../../../schema/schema.graphql'), 'utf8'))

/** Resolvers of root fields by name, from their arguments: the field's value, a promise of it, or an error to throw. */
export type Answers = Readonly<Record<string, (args: Record<string, unknown>) => unknown>>

/**
 * A client whose operations run on the product's own schema, with these resolvers for its root fields; a field without one fails like a
 * broken connection. `asked` lists the operations in order; `push` publishes an event to the subscription to a field. For tests only.
 */
export function testClient(answers: Answers) {
  const asked: { readonly operation: string; readonly variables: Record<string, unknown> }[] = []
  const pushes = new Map<string, (event: unknown) => void>()
  const link = new ApolloLink(
    ({ operationName = '', query: document, variables: variableValues }) =>
      new Observable((observer) => {
        asked.push({ operation: operationName, variables: variableValues })
        const operation = getOperationAST(document)
        const root = operation?.selectionSet.selections[0]
        const field = root?.kind === 'Field' ? root.name.value : ''
        const run = (rootValue: unknown) => execute({ schema, document, rootValue, variableValues })
        if (operation?.operation === 'subscription') {
          pushes.set(field, (event) => void Promise.resolve(run({ [field]: event })).then((result) => observer.next(plain(result))))
        } else if (field in answers) {
          void Promise.resolve(run(answers)).then((result) => {
            observer.next(plain(result))
            observer.complete()
          })
        } else observer.error(new TypeError('Failed to fetch'))
      }),
  )
  const client = new ApolloClient({
    cache: new InMemoryCache({ typePolicies: { Query: { fields: { tradeHistory: tradeHistoryPages } } } }),
    link,
  })
  return { client, asked, push: (field: string, event: unknown) => pushes.get(field)?.(event) }
}

/** As it comes over the wire. */
const plain = ({ data, errors }: ExecutionResult) => ({
  data: structuredClone(data) ?? null,
  ...(errors ? { errors: errors.map((error) => error.toJSON()) } : {}),
})
