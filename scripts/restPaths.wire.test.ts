import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../gateway/testing/startTestGateway.ts'
import { servedCalls, SPECIFIED, type RestGroup } from './restPaths.ts'

let app: TestGateway
beforeAll(async () => {
  app = await startTestGateway()
})
afterAll(() => app.close())

const WHOLE: readonly RestGroup[] = [
  'Auth',
  'Broker',
  'Trades',
  'Strategies',
  'Dashboard and candles',
  'Admin strategies',
  'Admin scheduler',
  'Admin broker',
  'Research agent',
]

test.each(WHOLE)('%s: every call of the specification is served', async (group) => {
  const served = servedCalls((await app.rest('GET', '/openapi.json')).body)
  expect(SPECIFIED[group].filter((call) => !served.has(call))).toEqual([])
})

test('what the document names is there: it asks who is calling, or what is wrong, and never says that there is nothing', async () => {
  const served = servedCalls((await app.rest('GET', '/openapi.json')).body)
  const specified = WHOLE.flatMap((group) => [...SPECIFIED[group]]).filter((call) => served.has(call))
  const answers = await Promise.all(
    specified.map(async (call) => {
      const [method = '', route = ''] = call.split(' ')
      const response = await fetch(`${app.url}/api${route.replace(/\{\w+\}/, 'any')}`, { method })
      return [call, response.status] as const
    }),
  )
  expect(answers.filter(([, status]) => ![200, 400, 401].includes(status))).toEqual([])
})
