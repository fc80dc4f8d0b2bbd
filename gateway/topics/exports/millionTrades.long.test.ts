import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '../../../schema/time.ts'
import { digest } from '../../security/digest.ts'
import { makeTokenText } from '../../security/personalTokens/tokenText.ts'
import { insertManyTrades } from '../../testing/insertManyTrades.ts'
import { insertStrategy } from '../../testing/rows.ts'
import { eventually, startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'

const TRADES = 1_000_000
const MB = 1_000_000
/** What gateway and reader together may grow by: the file has four hundred megabytes. */
const MOST_GROWTH = 40 * MB

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let app: TestGateway
let token: string
beforeAll(async () => {
  app = await startTestGateway()
  const { id: userId } = await app.user('Asha')
  token = makeTokenText()
  const data = { userId, name: 'Script', scopes: ['read:own'], tokenHash: digest(token), hint: token.slice(-4) }
  await app.db.personalToken.create({ data: { ...data, expiresAt: new Date(Date.now() + DAY) } })
  await insertManyTrades(app.db, { userId, strategyId: await insertStrategy(app.db, 'ema-crossover') }, TRADES)
}, 600_000)
afterAll(() => app.close())

async function open(format: 'CSV' | 'NDJSON', signal?: AbortSignal): Promise<Response> {
  const { body } = await app.graphql(`mutation { exportTrades(input: {}, format: ${format}) { address } }`, { token })
  const { address } = (body as { data: { exportTrades: { address: string } } }).data.exportTrades
  return fetch(app.url + address, signal ? { signal } : {})
}
/** What is in use once everything that can go is gone. */
function used(): number {
  collectGarbage()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return heapUsed + external + arrayBuffers
}
const cursors = async () => {
  const [found] = await app.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL AND query ~ '^(FETCH|DECLARE)'`
  return found?.count
}

test.each(['NDJSON', 'CSV'] as const)(
  'a million trades as %s arrive whole, in memory that does not grow with them',
  async (format) => {
    const response = await open(format)
    expect(response.status).toBe(200)
    const before = used()
    let [lines, bytes, grown, last] = [0, 0, 0, '']
    const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>)
    body.on('data', (piece: Uint8Array) => (bytes += piece.length))
    for await (const line of createInterface({ input: body })) {
      lines++
      last = line
      if (lines % 50_000 === 0) grown = Math.max(grown, used() - before)
    }
    // Beside the trades: the line that says so, or the headings.
    expect(lines).toBe(TRADES + 1)
    if (format === 'NDJSON') expect(JSON.parse(last)).toEqual({ complete: true, rows: TRADES })
    expect(bytes).toBeGreaterThan(200 * MB)
    expect(grown).toBeLessThan(MOST_GROWTH)
    expect(await cursors()).toBe(0)
  },
  600_000,
)

test('a reader who takes nothing is waited for with little in memory; one who leaves in the middle leaves no cursor', async () => {
  const leaving = new AbortController()
  const before = used()
  const response = await open('NDJSON', leaving.signal)
  const reader = response.body!.getReader()
  await reader.read()
  // What is read ahead fills sockets and stops there: the cursor stands between two batches.
  let sent = -1
  await expect
    .poll(
      async () => {
        const [now] = await app.db.$queryRaw<{ at: Date; state: string }[]>`
          SELECT state_change AS at, state FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'FETCH%'`
        const stands = now?.state === 'idle in transaction' && now.at.getTime() === sent
        sent = now?.at.getTime() ?? -1
        return stands
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true)
  expect(used() - before).toBeLessThan(MOST_GROWTH)
  leaving.abort()
  await eventually(cursors).toBe(0)
  // Its turn is over, too.
  const next = await open('CSV')
  expect(next.status).toBe(200)
  await next.body?.cancel()
}, 300_000)
