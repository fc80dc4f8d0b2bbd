import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { Store } from '../../../engine/store/Store.ts'
import { holdAllLeases } from '../../../engine/cluster/testing/holdAllLeases.ts'
import { contractOf } from '../../../engine/trading/testing/contracts.ts'
import { planOf, TERMS } from '../../../engine/trading/testing/legs.ts'
import type { Database } from '../../../prisma/client.ts'
import { ok } from '../../../schema/errors.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE } from '../../../schema/time.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { subscribeUsers, withBenchDatabase } from '../measuring/benchDatabase.ts'

const MOST_MB = 350
const TRADES = 10_000
const MARKET = 'bench'
const NOW = istInstant('2026-07-01', 10 * 60)
const PROCESS = path.join(import.meta.dirname, '../engineMemoryProcess.js')
const run = promisify(execFile)
const answer = z.object({ trades: z.literal(TRADES), megabytes: z.number() })

/** The resident memory of a process with what an engine holds, after an hour's candles: 4 indices, 1,000 strategies, 10,000 open trades. */
export async function memory(): Promise<BenchRow[]> {
  const megabytes = await withBenchDatabase(async (db, url) => {
    await openTrades(db, url)
    const { stdout } = await run(process.execPath, [PROCESS, url, MARKET])
    return answer.parse(JSON.parse(stdout)).megabytes
  })
  return [
    {
      what: 'memory of an engine: 4 indices with the minutes EMA(500) of 15-minute bars needs, 1,000 strategies, 10,000 open trades',
      ours: `${Math.round(megabytes)} MB resident`,
      ...{ peer: '', ratio: '' },
      wanted: `≤ ${MOST_MB} MB`,
      reached: megabytes <= MOST_MB,
    },
  ]
}

/** A trade of one lot for each of the users, on 200 contracts. */
async function openTrades(db: Database, url: string): Promise<void> {
  const strategyId = await subscribeUsers(db, TRADES)
  const store = new Store({ databaseUrl: url, market: MARKET, leases: await holdAllLeases(db), rules: () => SHIPPED_MARKET_RULES })
  const contracts = Array.from({ length: 200 }, (_, i) => contractOf('NIFTY', 20_000 + 50 * i, 'CE'))
  let asked = 0
  const signals = [{ strategyId, version: 1, side: 'LONG' as const }]
  const batch = { index: 'NIFTY' as const, interval: '1min' as const, candleTime: NOW - MINUTE, price: paise(24_510_00), signals }
  const { entries } = await store.decisions.decide(batch, NOW, () => {
    const contract = contracts[asked++ % contracts.length]!
    return ok(planOf({ contract, quantity: contract.lotSize, terms: TERMS, reserved: paise(7_000_00) }))
  })
  await store.trades.markSubmitted(entries.map(({ id }) => id))
  await store.trades.book(
    entries.map(({ clientOrderId, quantity }) => ({
      ...{ type: 'filled' as const, clientOrderId, at: NOW, fillId: clientOrderId, quantity, price: paise(100_00) },
    })),
  )
  await store.close()
}
