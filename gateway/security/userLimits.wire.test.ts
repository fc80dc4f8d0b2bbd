import { createClient } from 'graphql-ws'
import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { DAY } from '../../schema/time.ts'
import { TOPICS } from '../app/topics.ts'
import type { RequestContext } from '../kit/RequestContext.ts'
import { defineTopic } from '../kit/Topic.ts'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.ts'
import { digest } from './digest.ts'
import { makeTokenText } from './personalTokens/tokenText.ts'
import { USER_POINTS_PER_MINUTE } from './UserLimits.ts'

/** Answers with texts as long as they are asked to be. */
@Resolver()
class LongResolver {
  @Query(() => String, { description: 'So many characters.' })
  longText(@Arg('length', () => Int, { description: 'How many.' }) length: number, @Ctx() context: RequestContext): string {
    context.signedIn()
    return 'a'.repeat(length)
  }

  @Mutation(() => String, { description: 'So many characters.' })
  writeLongText(@Arg('length', () => Int, { description: 'How many.' }) length: number): string {
    return 'a'.repeat(length)
  }
}
const longTopic = defineTopic({ services: () => ({}), resolver: LongResolver })

let app: TestGateway
beforeAll(async () => void (app = await startTestGateway({ trustedProxies: 1 }, TOPICS.with(longTopic))))
afterAll(() => app.close())

let addresses = 0
const address = () => `10.9.${++addresses >> 8}.${addresses & 255}`
const ask = (query: string, token: string) => app.graphql(query, { token, address: address() })
const REFUSED = {
  errors: [{ message: expect.stringContaining('Your account asks for too much at once') as string, extensions: { code: 'RATE_LIMITED' } }],
}

/** Leaves a user so many requests of this minute: each fifty thousand characters that are answered take another one. */
async function leave(left: number, token: string): Promise<void> {
  for (let open = USER_POINTS_PER_MINUTE - left; open > 0;) {
    const more = Math.min(78, open - 1)
    expect((await ask(`{ longText(length: ${more * 50_000}) }`, token)).status).toBe(200)
    open -= 1 + more
  }
}

describe('one user, from however many addresses', () => {
  test('has six hundred requests a minute, by GraphQL, REST and subscriptions together, and takes none from another user', async () => {
    const [asha, ravi] = [await app.user('Asha'), await app.user('Ravi')]
    await leave(2, asha.token)
    expect((await app.rest('GET', '/user/profile', { token: asha.token, address: address() })).status).toBe(200)
    expect((await ask('{ __typename }', asha.token)).status).toBe(200)
    const late = await ask('{ __typename }', asha.token)
    expect(late).toMatchObject({ status: 429, body: REFUSED })
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await app.rest('GET', '/user/profile', { token: asha.token, address: address() })).status).toBe(429)
    const client = createClient({
      ...{ url: `${app.url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket, retryAttempts: 0 },
      connectionParams: { token: asha.token },
    })
    await expect(client.iterate({ query: 'subscription { prices(symbols: []) { symbol } }' }).next()).rejects.toMatchObject(REFUSED.errors)
    await client.dispose()
    expect((await ask('{ __typename }', ravi.token)).status).toBe(200)
  })

  test('asks by personal access token apart from sessions', async () => {
    const mira = await app.user('Mira')
    const script = makeTokenText()
    const data = { userId: mira.id, name: 'Script', scopes: ['read:own'], tokenHash: digest(script), hint: script.slice(-4) }
    await app.db.personalToken.create({ data: { ...data, expiresAt: new Date(Date.now() + DAY) } })
    await leave(0, mira.token)
    expect((await ask('{ __typename }', mira.token)).status).toBe(429)
    expect((await ask('{ __typename }', script)).status).toBe(200)
  })

  test('has fewer requests after long answers, and before heavy work', async () => {
    const [isha, tara] = [await app.user('Isha'), await app.user('Tara')]
    await leave(0, isha.token)
    expect(await ask('{ __typename }', isha.token)).toMatchObject({ status: 429, body: REFUSED })

    const specs = '["ema(500)", "macd(12,26,9)"]'
    const heavy = `{ indicators(symbol: "NIFTY", limit: 1, specs: ${specs}) { columns { spec } } }`
    let asked = 0
    while ((await ask(heavy, tara.token)).status === 200) asked++
    expect(asked).toBeGreaterThan(3)
    expect(asked).toBeLessThan(100)
  })
})

describe('an answer', () => {
  test('of a query that is too long is refused whole, in words; that of a mutation is not, for it is done', async () => {
    const { token } = await app.user('Vani')
    const refused = await ask('{ longText(length: 16100000) }', token)
    expect(refused).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            message: 'The answer would have 16.1 MB, and 16.0 are allowed: ask for fewer rows or fields.',
            extensions: { code: 'BAD_USER_INPUT', requestId: expect.any(String) as string },
          },
        ],
      },
    })
    expect(refused.body).not.toHaveProperty('data')
    const beside = { query: 'query A { longText(length: 16100000) } mutation B { writeLongText(length: 1) }', operationName: 'A' }
    const answer = await fetch(`${app.url}/graphql`, {
      ...{
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-forwarded-for': address() },
      },
      body: JSON.stringify(beside),
    })
    expect(answer.status).toBe(400)
    const other = await app.user('Uma')
    expect((await ask('mutation { writeLongText(length: 16100000) }', other.token)).status).toBe(200)
  })
})
