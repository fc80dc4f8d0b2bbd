import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPool, type Pool } from '../../prisma/client.ts'
import { statementsOn } from '../../prisma/inTransaction.ts'
import type { IsoDate } from '../../schema/time.ts'
import { SessionIndex } from '../analysis/agent/SessionIndex.ts'
import { DrawnMarket } from '../agent/testing/DrawnMarket.ts'
import { SeenHistory } from './SeenHistory.ts'

let market: DrawnMarket
let pool: Pool
beforeAll(async () => {
  market = await DrawnMarket.create('2026-07-01', 5)
  pool = openPool(market.database.url, 'test', 1)
})
afterAll(async () => {
  await pool.end()
  await market.close()
})

it('is what each analysis saw, and reads the sessions of an index once for all of them', async () => {
  let statements = 0
  const sent = statementsOn(pool)
  const counted: typeof sent = {
    ...sent,
    $queryRaw: (query, ...values) => {
      statements++
      return sent.$queryRaw(query, ...values)
    },
  }
  const history = new SeenHistory(counted, market.id)
  const { days } = market
  const seen = async (first: IsoDate | null, last: IsoDate | null) =>
    (await history.of({ symbol: 'NIFTY', history: { first, last, sessions: 0, hash: '' } })).hash
  const built = (from: number, to: number) => SessionIndex.build(days.slice(from, to)).hash

  expect(await seen(days[0]!.date, days[4]!.date)).toBe(built(0, 5))
  const once = statements
  for (const last of [4, 3, 3, 2, 0, 4]) expect(await seen(days[0]!.date, days[last]!.date)).toBe(built(0, last + 1))
  expect(statements).toBe(once)
  // Older sessions were imported after it, and it saw none at all.
  expect(await seen(days[1]!.date, days[3]!.date)).toBe(built(1, 4))
  expect(statements).toBe(2 * once)
  expect(await seen(days[1]!.date, days[5]!.date)).toBe(built(1, 6))
  expect(await seen(null, null)).toBe('')
})
