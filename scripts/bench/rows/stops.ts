import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { PaperBroker } from '../../../engine/broker/paper/PaperBroker.ts'
import type { OptionContract } from '../../../engine/broker/port.ts'
import { CandleBook } from '../../../engine/market/CandleBook.ts'
import { Lanes } from '../../../engine/trading/floor/Lanes.ts'
import { Store } from '../../../engine/store/Store.ts'
import { holdAllLeases } from '../../../engine/cluster/testing/holdAllLeases.ts'
import { assess } from '../../../engine/trading/risk/assess.ts'
import { judgeAt } from '../../../engine/trading/signals/judgeAt.ts'
import { contractOf, quoteOf } from '../../../engine/trading/testing/contracts.ts'
import { TradeDesk } from '../../../engine/trading/floor/TradeDesk.ts'
import { DESK_WAITS } from '../../../engine/trading/testing/deskWaits.ts'
import { EvaluationPool } from '../../../engine/workers/EvaluationPool.ts'
import type { Database } from '../../../prisma/client.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { benchMoment } from '../measuring/benchMoment.ts'
import { subscribeUsers, withBenchDatabase } from '../measuring/benchDatabase.ts'
import { minuteCandles } from '../measuring/minuteCandles.ts'
import { percentile } from '../measuring/percentile.ts'
import { strategies } from '../measuring/strategies.ts'

const MOST_MS = 20
const MARKET = 'bench'
const OPEN = istInstant('2026-07-01', 10 * 60)
/** Trades that are stopped, each on a contract of its own. */
const STOPS = 300
const STOP_EVERY_MS = 15
/** Popular strategies, whose signals come one after the other while trades are stopped. */
const SIGNALS = 8
const USERS = 10_000
const WINDOW = 5_000
const rules = () => SHIPPED_MARKET_RULES
const popular = contractOf('NIFTY', 24_500, 'CE')

/** Posts its time every few milliseconds: what the feed's socket would do, whatever the main thread does. */
const FEED = `
  const { parentPort, workerData } = require('node:worker_threads')
  setInterval(() => parentPort.postMessage(performance.timeOrigin + performance.now()), workerData)`

/** From the tick that touches a stop, as it leaves the feed, to its exit in the broker's hands: alone, and beside everything that is heavy. */
export async function stops(): Promise<BenchRow[]> {
  const alone = await withBenchDatabase((db, url) => stopTrades(db, url, false))
  const beside = await withBenchDatabase((db, url) => stopTrades(db, url, true))
  const [middle, slowest] = [percentile(beside, 0.5), percentile(beside, 0.99)]
  return [
    {
      what: 'stop touched → order handed over, beside 1,000 strategies evaluated and 10,000 trades booked, again and again',
      ours: `p50 ${middle.toFixed(1)} ms, p99 ${slowest.toFixed(1)} ms`,
      peer: `with nothing else to do p50 ${percentile(alone, 0.5).toFixed(1)} ms, p99 ${percentile(alone, 0.99).toFixed(1)} ms`,
      ratio: '',
      wanted: `p99 ≤ ${MOST_MS} ms`,
      reached: slowest <= MOST_MS,
    },
  ]
}

/** Milliseconds of each stop. */
async function stopTrades(db: Database, url: string, besideHeavyWork: boolean): Promise<number[]> {
  const store = new Store({ databaseUrl: url, market: MARKET, leases: await holdAllLeases(db), rules })
  const log = pino({ level: 'silent' })
  const touchedAt = new Map<string, number>()
  const times: number[] = []
  const broker = new (class extends PaperBroker {
    override place(request: Parameters<PaperBroker['place']>[0]) {
      const at = touchedAt.get(request.contract.token)
      if (at !== undefined && request.side === 'SELL') times.push(performance.timeOrigin + performance.now() - at)
      return super.place(request)
    }
  })(rules, OPEN, 30 * SECOND)
  const lanes = new Lanes({ ping: () => store.ping(), log })
  const quotes = { watch: () => undefined, unwatch: () => undefined }
  const desk = new TradeDesk(
    { records: store.trades, broker, rules, quotes, queue: lanes.queue, exits: lanes.exits, beside: lanes.beside, log, ...DESK_WAITS },
    OPEN,
  )
  lanes.reconcileBy(() => desk.reconcile())
  const contracts = await openTrades(db, store, broker, desk, lanes)
  const work = besideHeavyWork ? await heavyWork(db, store, broker, desk, lanes) : null

  const feed = new Worker(FEED, { eval: true, workerData: STOP_EVERY_MS })
  await new Promise<void>((resolve) => {
    feed.on('message', (at: number) => {
      const contract = contracts.pop()
      if (!contract) return resolve()
      touchedAt.set(contract.token, at)
      desk.onTick(quoteOf(contract, OPEN + MINUTE, 50_00))
    })
  })
  await lanes.exits.add('the last of them', async () => undefined)
  await feed.terminate()
  await work?.stop()
  await lanes.close()
  await store.close()
  if (times.length !== STOPS) throw new Error(`${times.length} of ${STOPS} stops were handed over`)
  return times
}

/** A trade on each of the contracts, all bought at 100 rupees; their stop is at 50. */
async function openTrades(db: Database, store: Store, broker: PaperBroker, desk: TradeDesk, lanes: Lanes): Promise<OptionContract[]> {
  const strategyId = await subscribeUsers(db, STOPS)
  const contracts = Array.from({ length: STOPS }, (_, i) => contractOf('NIFTY', 20_000 + 10 * i, 'CE'))
  const left = [...contracts]
  const { entries } = await store.decisions.decide(batchOf(strategyId, OPEN), OPEN, (_side, candidate, account) =>
    assess(candidate, account, benchMoment(left.pop() ?? popular, OPEN)),
  )
  for (const contract of contracts) desk.onTick(quoteOf(contract, OPEN, 100_00))
  desk.submit(entries)
  await lanes.close()
  for (const contract of contracts) broker.onTick(quoteOf(contract, OPEN + SECOND, 100_00))
  await lanes.close()
  if (desk.counts.open_trades !== STOPS) throw new Error(`${desk.counts.open_trades} trades of ${STOPS} were opened`)
  return contracts
}

/** Two threads evaluate 1,000 strategies without a pause, and one signal after another opens 10,000 trades; until it is stopped. */
async function heavyWork(db: Database, store: Store, broker: PaperBroker, desk: TradeDesk, lanes: Lanes) {
  const popularOnes: string[] = []
  for (let i = 0; i < SIGNALS; i++) popularOnes.push(await subscribeUsers(db, USERS))
  const book = CandleBook.create({ symbols: ['NIFTY'], capacity: WINDOW })
  const candles = minuteCandles(WINDOW)
  for (const candle of candles) book.append('NIFTY', candle)
  const pool = new EvaluationPool({ book, threads: 2, log: pino({ level: 'silent' }) })
  const closedAt = (candles.at(-1)?.time ?? 0) + MINUTE
  const asked = strategies(1_000)
  let goesOn = true
  const evaluating = (async () => {
    while (goesOn) await pool.evaluateLast({ symbol: 'NIFTY', interval: '1min', closedAt, strategies: asked })
  })()
  const trading = (async () => {
    for (const [i, strategyId] of popularOnes.entries()) {
      if (!goesOn) return
      const now = OPEN + (1 + i) * MINUTE
      broker.onTime(now, MINUTE)
      const moment = benchMoment(popular, now)
      const judge = judgeAt((each, account) => assess(each, account, moment))
      desk.onTick(quoteOf(popular, now, 100_00))
      await lanes.queue.add('decide', async () => {
        desk.submit(
          (await store.decisions.decide(batchOf(strategyId, now), now, (_side, candidate, account) => judge(candidate, account))).entries,
        )
      })
      await idle(lanes)
      broker.onTick({ ...quoteOf(popular, now + SECOND, 100_00), askQuantity: 65 })
      await idle(lanes)
    }
  })()
  return {
    async stop() {
      goesOn = false
      await Promise.all([evaluating, trading])
      await pool.close()
    },
  }
}

async function idle({ queue }: Lanes): Promise<void> {
  while (queue.length > 0) await queue.add('nothing', async () => undefined)
}

function batchOf(strategyId: string, now: number) {
  const signals = [{ strategyId, version: 1, side: 'LONG' as const }]
  return { index: 'NIFTY' as const, interval: '1min' as const, candleTime: now - MINUTE, price: paise(24_510_00), signals }
}
