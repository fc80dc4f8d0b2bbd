import { setTimeout as sleep } from 'node:timers/promises'
import { ORDERS_A_SECOND } from '../../../engine/broker/OrderBudget.ts'
import type { Order } from '../../../engine/trading/orders/orders.ts'
import { TERMS } from '../../../engine/trading/testing/legs.ts'
import type { Database } from '../../../prisma/client.ts'
import { requestExits } from '../../../prisma/exitRequests.ts'
import { SECOND } from '../../../schema/time.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { subscribeUsers, withBenchDatabase } from '../measuring/benchDatabase.ts'
import { goLive, LiveEngine } from '../measuring/LiveEngine.ts'
import { percentile } from '../measuring/percentile.ts'
import { withSandbox } from '../measuring/withSandbox.ts'

const MOST_MS = 50
const BURST = 30 * SECOND
/** Offered for each account, a second: more of each than the order budget lets through. */
const [ENTRIES, EXITS] = [6, 3]
/** Of the budget, which no second exceeds: what a turn comes late by, the next second does not make up for. */
const LEAST_SHARE = 0.98
const CONTRACTS = 24
/** Neither is reached: exits are requested by hand. */
const HELD = { ...TERMS, stopLoss: null, takeProfit: null }

/** How much is sent for live accounts that all want more than their budget, and how long the broker's answer to an order takes into the books. */
export async function liveOrders(): Promise<BenchRow[]> {
  return [await burst(20), await burst(50)]
}

async function burst(accounts: number): Promise<BenchRow> {
  const { acks, fills, orders, calls } = await withSandbox(accounts, (sandbox) =>
    withBenchDatabase(async (db, databaseUrl) => {
      const strategyId = await subscribeUsers(db, accounts)
      const userIds = await goLive(db, strategyId)
      const engine = await LiveEngine.open({ db, databaseUrl, sandbox, userIds, strategyId })
      try {
        return await trade(engine, db)
      } finally {
        await engine.close()
      }
    }),
  )
  const p99 = percentile(acks, 0.99)
  const perSecond = (all: number) => all / accounts / (BURST / SECOND)
  const [sent, answered] = [perSecond(calls), perSecond(orders)].map((each) => each.toFixed(2))
  const least = ORDERS_A_SECOND * LEAST_SHARE
  return {
    what: `live, ${accounts} client codes at once, ${ENTRIES} entries and ${EXITS} exits a second offered to each for ${BURST / SECOND} s: broker’s answer → booked`,
    ours: `p50 ${percentile(acks, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${sent} calls a second each, of them ${answered} orders, the others prices moved`,
    peer: `a fill’s frame → booked p50 ${percentile(fills, 0.5).toFixed(1)} ms, p99 ${percentile(fills, 0.99).toFixed(1)} ms`,
    ratio: '',
    wanted: accounts > 20 ? 'reported' : `p99 ≤ ${MOST_MS} ms; the budget of ${ORDERS_A_SECOND} a second`,
    reached: accounts > 20 || (p99 <= MOST_MS && perSecond(calls) >= least),
  }
}

async function trade(engine: LiveEngine, db: Database) {
  const { times } = engine
  const contracts = await engine.cheapContracts(CONTRACTS)
  const decide = async (seconds: number, aSecond: number) => {
    const signals: (readonly Order[])[] = []
    for (let i = 0; i < seconds * aSecond; i++) signals.push(await engine.decide(() => contracts[i % CONTRACTS]!, HELD))
    return signals
  }
  const opened = await decide(BURST / SECOND, EXITS)
  const entered = await decide(BURST / SECOND, ENTRIES)
  const exit = async (entries: readonly Order[]) => {
    const tradeIds = entries.map(({ tradeId }) => tradeId)
    await db.$transaction((tx) => requestExits(tx, { tradeIds, reason: 'MANUAL', by: 'bench' }))
    engine.desk.obey()
  }
  const each = async (aSecond: number, signals: readonly unknown[], act: (nth: number) => unknown) => {
    const from = performance.now()
    for (const nth of signals.keys()) {
      await sleep(Math.max(0, from + (nth * SECOND) / aSecond - performance.now()))
      await act(nth)
    }
  }
  // What is closed in the burst is opened before it, and the budget of that second is over.
  await each(ENTRIES, opened, (nth) => engine.desk.submit(opened[nth]!))
  const wanted = opened.flat().length
  await until(() => times.fillBooked.size >= wanted)
  await sleep(2 * SECOND)
  const before = new Set(times.acked.keys())
  const from = performance.now()
  const offered = Promise.all([
    each(ENTRIES, entered, (nth) => engine.desk.submit(entered[nth]!)),
    each(EXITS, opened, (nth) => exit(opened[nth]!)),
  ])
  await sleep(BURST)
  const calls = times.calls.filter(({ at }) => at >= from && at <= from + BURST).length
  const acked = [...times.acked].filter(([id, at]) => !before.has(id) && at <= from + BURST)
  await offered
  // The answers to the burst are booked.
  await until(() => acked.every(([id]) => times.ackBooked.has(id)))
  const taken = (until: ReadonlyMap<string, number>, since: Iterable<readonly [string, number]>) =>
    [...since].flatMap(([id, at]) => {
      const done = until.get(id)
      return done === undefined || before.has(id) ? [] : done - at
    })
  return { acks: taken(times.ackBooked, acked), fills: taken(times.fillBooked, times.filled), orders: acked.length, calls }
}

async function until(isDone: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (isDone()) return
    await sleep(100)
  }
  throw new Error('the orders were not booked within a minute')
}
