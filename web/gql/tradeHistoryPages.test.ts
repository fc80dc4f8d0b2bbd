import { gql, InMemoryCache } from '@apollo/client'
import { beforeEach, expect, it } from 'vitest'
import { testConnection } from './testing/testConnection.ts'
import { tradeHistoryPages } from './tradeHistoryPages.ts'

const HISTORY = gql`
  query ($input: TradeHistoryInput) {
    tradeHistory(input: $input) {
      edges {
        cursor
        node {
          id
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`

let cache: InMemoryCache
beforeEach(() => {
  cache = new InMemoryCache({ typePolicies: { Query: { fields: { tradeHistory: tradeHistoryPages } } } })
})

/** What an answer with these trades leaves to be seen of the list. */
function read(input: object, ids: readonly string[], hasNextPage: boolean) {
  const nodes = ids.map((id) => ({ __typename: 'Trade', id }))
  cache.writeQuery({ query: HISTORY, variables: { input }, data: { tradeHistory: testConnection(nodes, hasNextPage) } })
  const list = cache.readQuery<{ tradeHistory: ReturnType<typeof testConnection> }>({ query: HISTORY, variables: { input: {} } })
  const { edges, pageInfo } = list?.tradeHistory ?? testConnection([])
  return [edges.map(({ node }) => node.id).join(''), pageInfo.endCursor, pageInfo.hasNextPage]
}

it('a page goes behind the trade it was asked for after, once however often it comes', () => {
  read({ first: 2 }, ['f', 'e'], true)
  expect(read({ first: 2, after: 'e' }, ['d', 'c'], true)).toEqual(['fedc', 'c', true])
  expect(read({ first: 2, after: 'e' }, ['d', 'c'], true)).toEqual(['fedc', 'c', true])
  expect(read({ first: 2, after: 'c' }, ['b'], false)).toEqual(['fedcb', 'b', false])
})

it('the first page read anew has a new trade on top, and the pages behind stay with their end', () => {
  read({ first: 2 }, ['d', 'c'], true)
  read({ first: 2, after: 'c' }, ['b', 'a'], false)
  expect(read({ first: 2 }, ['e', 'd'], true)).toEqual(['edcba', 'a', false])
})

it('a first page that does not reach what was known begins the list anew', () => {
  read({ first: 2 }, ['b', 'a'], false)
  expect(read({ first: 2 }, ['f', 'e'], true)).toEqual(['fe', 'e', true])
})
