import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type RestOptions, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { insertStrategy } from '../../testing/rows.ts'

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: unknown
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly readOnly?: boolean
}
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
type Method = Parameters<TestGateway['rest']>[0]

let app: TestGateway
let asha: TestUser
/** Every documented call with a body: method, path below /api, schema. */
let calls: (readonly [Method, string, Schema])[]
beforeAll(async () => {
  app = await startTestGateway()
  asha = await app.user('Asha')
  await app.db.user.update({ where: { id: asha.id }, data: { role: 'admin', twoFactorAt: new Date() } })
  const { paths } = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: Record<string, Record<string, Operation>> }
  calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      return schema ? [[method.toUpperCase() as Method, path.replace(/^\/api/, ''), schema] as const] : []
    }),
  )
})
afterAll(() => app.close())

/** All rows that a call may change. */
async function everything(): Promise<unknown> {
  const { db } = app
  return Promise.all([
    ...[db.user.findMany(), db.session.findMany(), db.subscription.findMany(), db.strategy.findMany(), db.killSwitch.findMany()],
    ...[db.backtestRun.findMany(), db.auditEntry.findMany(), db.notificationSettings.findMany(), db.brokerCommand.findMany()],
  ])
}

/** The schemas of all objects within one, including itself. */
function objectsIn(schema: Schema): Schema[] {
  if (schema.readOnly === true) return []
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])]
  return [...(schema.properties ? [schema] : []), ...inner.flatMap(objectsIn)]
}

test('every documented REST body refuses a field it does not have, by its name, and changes nothing', async () => {
  expect(calls.length).toBeGreaterThan(25)
  const before = await everything()
  for (const [method, path] of calls) {
    const options: RestOptions = { token: asha.token, body: { surprise: 1 }, key: randomUUID() }
    const { status, body } = await app.rest(method, path.replace(/\{\w+\}/g, randomUUID()), options)
    expect(status, `${method} ${path}`).toBe(400)
    expect(body).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringMatching(/^surprise: not known/) as string,
      fieldErrors: { surprise: expect.stringMatching(/^surprise: not known/) as string },
    })
  }
  expect(await everything()).toEqual(before)
})

test('the document says of every object in a body that it has no other fields', () => {
  const objects = calls.flatMap(([method, path, schema]) => objectsIn(schema).map((object) => [`${method} ${path}`, object] as const))
  expect(objects.length).toBeGreaterThan(calls.length)
  expect(objects.filter(([, { additionalProperties }]) => additionalProperties !== false).map(([call]) => call)).toEqual([])
})

test('a misspelt limit or setting is refused with the name that was meant, and what was set before stays', async () => {
  const strategyId = await insertStrategy(app.db, 'ema-crossover')
  const { id } = await app.db.subscription.create({ data: { userId: asha.id, strategyId, maxTrades: 3, lots: 2 } })
  const before = await everything()
  for (const [target, body, message] of [
    ['/account/limits', { maxdailyloss: 500 }, 'maxdailyloss: not known, did you mean maxDailyLoss?'],
    [`/strategy/user/${id}`, { maxtrades: 4 }, 'maxtrades: not known, did you mean maxTrades?'],
    [`/strategy/user/${id}`, { quantity: 1, stoplos: 500 }, 'stoplos: not known, did you mean stopLoss?'],
    [`/strategy/user/${id}`, { customSettings: { maxtrades: 4 } }, 'customSettings.maxtrades: not known, did you mean maxTrades?'],
    [`/strategy/user/${id}`, { timeWindow: { begin: '10:00' } }, 'timeWindow.begin: not known; there are start, end'],
  ] as const)
    expect(await app.rest('PUT', target, { token: asha.token, body })).toMatchObject({ status: 400, body: { message } })
  expect(await everything()).toEqual(before)
})

test('further fields in a query string do no harm and are passed over', async () => {
  expect((await app.rest('GET', '/trades/history?page=2&_=1', { token: asha.token })).status).toBe(200)
})
