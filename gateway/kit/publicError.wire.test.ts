import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../prisma/client.ts'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.ts'

/** More than the gateway has connections. */
const CROWD = 14

const INTROSPECTION = '{ __schema { queryType { name } } }'

let app: TestGateway
/** Of a user each: what one user asks several times at once is read once. */
let tokens: readonly string[]
beforeAll(async () => {
  app = await startTestGateway()
  tokens = await Promise.all(Array.from({ length: CROWD }, async (_, i) => (await app.user(`Asha${i}`)).token))
  await app.db.user.updateMany({ data: { role: 'analyst' } })
})
afterAll(() => app.close())

test('when every connection of the database is taken for long, REST and GraphQL say when to come back', async () => {
  const other = openDatabase(app.databaseUrl, 'test', 1)
  let letGo!: () => void
  const held = new Promise<void>((resolve) => (letGo = resolve))
  let isHeld!: () => void
  const holds = new Promise<void>((resolve) => (isHeld = resolve))
  const lock = other.$transaction(
    async (tx) => {
      await tx.$executeRaw`LOCK TABLE "Session" IN ACCESS EXCLUSIVE MODE`
      isHeld()
      await held
    },
    { timeout: 30_000 },
  )
  await holds
  const asked = tokens.map((token, i) =>
    i % 2 === 0 ? app.rest('GET', '/user/profile', { token }) : app.graphql(i % 4 === 1 ? '{ me { id } }' : INTROSPECTION, { token }),
  )
  await Promise.race(asked)
  letGo()
  await lock
  await other.$disconnect()
  const answers = await Promise.all(asked)
  const busy = answers.filter(({ headers }) => headers.has('retry-after'))
  expect(busy.length).toBeGreaterThan(0)
  for (const { headers, body } of busy) {
    expect([headers.get('retry-after'), headers.get('x-request-id')]).toEqual(['5', expect.any(String)])
    expect(JSON.stringify(body)).toMatch(/"code":"UNAVAILABLE"/)
    expect(JSON.stringify(body)).toContain('Please try again in 5 seconds.')
  }
  for (const answer of answers) if (!busy.includes(answer)) expect(answer).toMatchObject({ status: 200 })
  expect(JSON.stringify(answers)).not.toMatch(/connect|INTERNAL/)
})
