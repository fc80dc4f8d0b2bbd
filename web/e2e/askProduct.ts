import type { TypedDocumentNode } from '@apollo/client'
import { print } from 'graphql'
import type { TypedDocumentString } from '../lib/session/generated/graphql.ts'
import type { Tokens } from './startProduct.ts'

/**
 * Sends the gateway an operation, which has one field, and returns its value. Throws with the answer when it is refused. For browser tests
 * only.
 */
export async function askProduct<Data extends object, Variables>(
  address: string,
  document: TypedDocumentNode<Data, Variables> | TypedDocumentString<Data, Variables>,
  variables: Variables,
  tokens?: Pick<Tokens, 'token'>,
): Promise<Data[keyof Data]> {
  const response = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(tokens ? { authorization: `Bearer ${tokens.token}` } : {}) },
    body: JSON.stringify({ query: 'kind' in document ? print(document) : String(document), variables }),
  })
  const text = await response.text()
  const { data, errors } = JSON.parse(text) as { readonly data?: Data | null; readonly errors?: unknown }
  if (!data || errors) throw new Error(`${response.status} ${text}`)
  return Object.values(data)[0] as Data[keyof Data]
}
