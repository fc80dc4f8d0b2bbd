import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOPICS } from '../app/topics.ts'
import { exampleTopic } from './exampleTopic.ts'
import { startTestGateway, type TestGateway } from './startTestGateway.ts'

let app: TestGateway
beforeAll(async () => void (app = await startTestGateway({}, TOPICS.with(exampleTopic))))
afterAll(() => app.close())

test('the topic of the recipe answers over GraphQL and REST, to each user alone', async () => {
  const { token } = await app.user('Asha')
  const { token: other } = await app.user('Ravi')
  expect((await app.rest('POST', '/visits', { token, body: { by: 2 } })).body).toMatchObject({ success: true, data: { count: 2 } })
  expect((await app.graphql('mutation { addVisits(by: 3) { count } }', { token })).body).toEqual({ data: { addVisits: { count: 5 } } })
  expect((await app.graphql('{ visits { count } }', { token: other })).body).toEqual({ data: { visits: { count: 0 } } })
})

test('both faces of the topic of the recipe refuse what its input does not allow, and who is not signed in', async () => {
  const { token } = await app.user('Mira')
  expect(await app.rest('POST', '/visits', { token, body: { by: 11 } })).toMatchObject({ status: 400, body: { success: false } })
  expect((await app.graphql('mutation { addVisits(by: 0) { count } }', { token })).body).toMatchObject({
    errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
  })
  expect((await app.rest('POST', '/visits', { body: { by: 1 } })).status).toBe(401)
})
