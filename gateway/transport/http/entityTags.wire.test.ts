import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'

let app: TestGateway
let asha: TestUser
let ravi: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  asha = await app.user('Asha')
  ravi = await app.user('Ravi')
})
afterAll(() => app.close())

const account = (token: string, tag?: string, method = 'GET') =>
  fetch(`${app.url}/api/account`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(tag === undefined ? {} : { 'if-none-match': tag }) },
  })

/** The tag of the account as it is now. */
async function tagOf(token: string): Promise<string> {
  const tag = (await account(token)).headers.get('etag')
  if (tag === null) throw new Error('The answer has no tag.')
  return tag
}

test.each([
  ['the tag', (tag: string) => tag],
  ['the tag as a strong one', (tag: string) => tag.replace('W/', '')],
  ['the tag among others', (tag: string) => `"other", ${tag}`],
  ['anything', () => '*'],
])('an answer that has not changed is a 304 without a body to who names %s', async (_what, named) => {
  const answer = await account(asha.token, named(await tagOf(asha.token)))
  expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([304, '', null])
  expect(answer.headers.get('etag')).toBe(await tagOf(asha.token))
})

test('one that has changed is sent, with another tag', async () => {
  const before = await tagOf(ravi.token)
  const { paperFundsPaise } = await app.db.user.findUniqueOrThrow({ where: { id: ravi.id } })
  await app.db.user.update({ where: { id: ravi.id }, data: { paperFundsPaise: paperFundsPaise - 100n } })
  const answer = await account(ravi.token, before)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ data: { paperFunds: Number(paperFundsPaise - 100n) / 100 } })
  expect(answer.headers.get('etag')).not.toBe(before)
})

test('private answers stay out of every cache', async () => {
  expect((await account(asha.token)).headers.get('cache-control')).toBe('no-store')
  expect((await account(asha.token, '*')).headers.get('cache-control')).toBe('no-store')
})

test('a tag opens nothing: who may not read is refused, whatever it names', async () => {
  const refused = await account('nobody', '*')
  expect([refused.status, refused.headers.get('etag')]).toEqual([401, null])
  expect((await refused.json()) as object).toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('the API’s document has one, a change has none', async () => {
  const document = await fetch(`${app.url}/api/openapi.json`)
  const again = await fetch(`${app.url}/api/openapi.json`, { headers: { 'if-none-match': String(document.headers.get('etag')) } })
  expect(again.status).toBe(304)
  const { headers } = await app.rest('PUT', '/account/limits', { token: asha.token, body: {} })
  expect(headers.get('etag')).toBeNull()
})
