import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { expect, it, vi } from 'vitest'
import { retryLink } from './retryLink.ts'

/** A client on a network that fails so often, then answers so. */
function overNetwork(failures: number, answer: () => Response = () => new Response(JSON.stringify({ data: { one: 1 } }))) {
  const fetchCall = vi.fn<typeof fetch>(() => Promise.resolve(answer()))
  for (let failure = 0; failure < failures; failure++) fetchCall.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.from([retryLink, new HttpLink({ uri: '/graphql', fetch: fetchCall })]),
  })
  return { client, fetchCall }
}
const QUERY = gql`
  {
    one
  }
`

it('repeats a query once that got no answer', async () => {
  const { client, fetchCall } = overNetwork(1)
  expect((await client.query({ query: QUERY })).data).toEqual({ one: 1 })
  expect(fetchCall).toHaveBeenCalledTimes(2)
})

it('does not repeat it a second time', async () => {
  const { client, fetchCall } = overNetwork(9)
  await expect(client.query({ query: QUERY })).rejects.toThrow('Failed to fetch')
  expect(fetchCall).toHaveBeenCalledTimes(2)
})

it('never repeats a change: it may have been done', async () => {
  const { client, fetchCall } = overNetwork(1)
  await expect(
    client.mutate({
      mutation: gql`
        mutation {
          one
        }
      `,
    }),
  ).rejects.toThrow('Failed to fetch')
  expect(fetchCall).toHaveBeenCalledTimes(1)
})

it('takes a refusal for an answer', async () => {
  const { client, fetchCall } = overNetwork(0, () => new Response('{"message":"Too many requests."}', { status: 429 }))
  await expect(client.query({ query: QUERY })).rejects.toThrow()
  expect(fetchCall).toHaveBeenCalledTimes(1)
})
