import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client'
import { BaseHttpLink } from '@apollo/client/link/http'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { OperationTypeNode, type DocumentNode } from 'graphql'
import { createClient } from 'graphql-ws'
import { firstValueFrom } from 'rxjs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { builtDocument } from '../../../web/builtDocument.ts'
import { askedByIds, documentIdLink } from '../../../web/gql/documentIdLink.ts'
import * as documents from '../../../web/gql/generated/graphql.ts'
import * as ofSessions from '../../../web/lib/session/generated/graphql.ts'
import { gatewayRequest } from '../../../web/lib/session/askGateway.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { buildGatewaySchema } from './buildGatewaySchema.ts'
import { Documents } from './Documents.ts'
import { graphqlLimits } from './graphqlLimits.ts'
import { limitCost } from './limitCost.ts'
import { TOPICS } from '../../app/topics.ts'

/** All of the web's documents, as its build has them. */
const OWN = [
  ...Object.entries(documents)
    .filter(([name]) => name.endsWith('Document'))
    .map(([name, document]) => [name, builtDocument(document as DocumentNode)] as const),
  ...Object.entries(ofSessions)
    .filter(([name]) => name.endsWith('Document'))
    .map(([name, document]) => [name, builtDocument(String(document))] as const),
]
const built = (name: string) => {
  const [, document] = OWN.find(([each]) => each === name) ?? []
  if (!document) throw new Error(`The web has no ${name}.`)
  return document
}
/** As another version's build has it, by another name. */
const OF_OTHER_VERSION = builtDocument(
  JSON.parse(JSON.stringify(documents.MarketStatusDocument).replace('"MarketStatus"', '"MarketStatusOfOld"')) as DocumentNode,
)

let webRoot: string
let app: TestGateway
let asha: TestUser
const ends: (() => unknown)[] = []
beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'sakha-web-'))
  await writeFile(path.join(webRoot, 'documents.json'), JSON.stringify(Object.fromEntries(OWN.map(([, { id, text }]) => [id, text]))))
  app = await startTestGateway({ webRoot })
  asha = await app.user('Asha')
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
afterAll(async () => {
  await app.close()
  await rm(webRoot, { recursive: true })
})

/** Apollo with the web's own links, and what it has sent. */
function ownClient() {
  const sent: Record<string, unknown>[] = []
  const requests = new BaseHttpLink({
    uri: `${app.url}/graphql`,
    headers: { authorization: `Bearer ${asha.token}` },
    fetch: (address, init) => {
      sent.push(JSON.parse(String(init?.body)) as Record<string, unknown>)
      return fetch(address, init)
    },
  })
  const socket = createClient({
    url: `${app.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: class extends WebSocket {
      override send(data: string) {
        const { type, payload } = JSON.parse(data) as { type: string; payload: Record<string, unknown> }
        if (type === 'subscribe') sent.push(payload)
        super.send(data)
      }
    },
    connectionParams: { token: asha.token },
    retryAttempts: 0,
  })
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      ApolloLink.from([documentIdLink(), new GraphQLWsLink(askedByIds(socket))]),
      ApolloLink.from([documentIdLink(), requests]),
    ),
  })
  ends.push(
    () => client.stop(),
    () => socket.dispose(),
  )
  return { client, sent }
}
const query = ({ bundled }: { readonly bundled: DocumentNode | string }) =>
  ({ query: bundled as DocumentNode, fetchPolicy: 'network-only' }) as const

describe('documents of the own web', () => {
  it('are all valid and within the limits, each under an id of its own', async () => {
    const schema = await buildGatewaySchema(TOPICS.resolvers)
    const read = new Documents(schema, { limits: graphqlLimits(TOPICS.oncePerRequest) })
    expect(OWN.length).toBeGreaterThan(100)
    const texts = new Set(OWN.map(([, { text }]) => text))
    expect(new Set(OWN.map(([, { id }]) => id)).size).toBe(texts.size)
    for (const [name, { text }] of OWN) expect(read.read(text), name).toMatchObject({ ok: true })
  })

  it('item 24: are within the limit of cost with all that the web asks for', async () => {
    const schema = await buildGatewaySchema(TOPICS.resolvers)
    const read = new Documents(schema, { limits: graphqlLimits(TOPICS.oncePerRequest) })
    for (const [name, { text }] of OWN) {
      const document = read.read(text)
      // Candles come in hundreds, and of everything else a hundred rows at most.
      const limit = name.includes('Candle') ? 500 : 100
      const variables = {
        first: 100,
        limit,
        input: { first: 100 },
        symbols: Array.from({ length: LIMITS.priceSymbols.max }, () => 'NIFTY'),
      }
      expect(document.ok && limitCost(schema, { document: document.value, operationName: null, variables }), name).toMatchObject({
        ok: true,
      })
    }
  })

  it('are asked for by their ids, without a text, and answered with the types that Apollo’s cache asks for', async () => {
    const { client, sent } = ownClient()
    const { data } = await client.query(query(built('MarketStatusDocument')))
    expect(data).toMatchObject({ marketStatus: { __typename: expect.any(String) } })
    expect(sent).toEqual([{ operationName: 'MarketStatus', variables: {}, extensions: { documentId: built('MarketStatusDocument').id } }])
  })

  it('of sessions are asked for by theirs', async () => {
    const { init } = gatewayRequest<object, object>(String(built('MeDocument').bundled), {}, asha.token)
    expect(JSON.parse(init.body)).toEqual({ operationName: 'Me', variables: {}, extensions: { documentId: built('MeDocument').id } })
    expect(await (await fetch(`${app.url}/graphql`, { ...init })).json()).toMatchObject({ data: { me: { name: 'Asha' } } })
  })

  it('are subscribed to by their ids', async () => {
    const { client, sent } = ownClient()
    const prices = built('PricesDocument')
    const { data } = await firstValueFrom(client.subscribe({ query: prices.bundled as DocumentNode, variables: { symbols: [] } }))
    expect(data).toEqual({ prices: [] })
    expect(sent).toEqual([expect.objectContaining({ query: '', extensions: { documentId: prices.id } })])
  })

  it('of a version that the gateway does not know are asked for by text, once it has said so', async () => {
    const { client, sent } = ownClient()
    for (let time = 0; time < 2; time++) expect((await client.query(query(OF_OTHER_VERSION))).data).toHaveProperty('marketStatus')
    expect(sent.map(({ query: text, extensions }) => [typeof text, extensions])).toEqual([
      ['undefined', { documentId: OF_OTHER_VERSION.id }],
      ['string', {}],
      ['string', {}],
    ])
  })

  it('of sessions, whose texts the web does not have, are refused in words when they are unknown', async () => {
    const { init } = gatewayRequest<object, object>('Me:unknown', {}, asha.token)
    const answer = await fetch(`${app.url}/graphql`, { ...init })
    expect(answer.status).toBe(410)
    expect(await answer.json()).toMatchObject({
      errors: [{ message: 'Sakha was updated. Please reload this page.', extensions: { code: 'UNKNOWN_DOCUMENT' } }],
    })
  })

  it('are no way past the sign-in, and an id of another kind names nothing', async () => {
    const ask = async (documentId: unknown) => {
      const body = JSON.stringify({ extensions: { documentId } })
      const answer = await fetch(`${app.url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return ((await answer.json()) as { errors: { extensions: { code: string } }[] }).errors[0]?.extensions.code
    }
    expect(await ask(built('MarketStatusDocument').id)).toBe('UNAUTHENTICATED')
    for (const id of [7, null, '__proto__', ['a']]) expect(await ask(id)).toBe('UNKNOWN_DOCUMENT')
    expect(await ask(undefined)).toBe('BAD_USER_INPUT')
  })
})
