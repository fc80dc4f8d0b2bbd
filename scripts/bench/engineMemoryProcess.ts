/** A process that holds what an engine holds, for the row on memory: prints its resident megabytes after some work. Argument: the database, with open trades. */
import { pino } from 'pino'
import { PaperBroker } from '../../engine/broker/paper/PaperBroker.ts'
import type { Tick } from '../../engine/broker/port.ts'
import { CandleBook } from '../../engine/market/CandleBook.ts'
import { Lanes } from '../../engine/trading/floor/Lanes.ts'
import { LEAST_MINUTES, minutesNeeded } from '../../engine/history/loadCandleBook.ts'
import { Store } from '../../engine/store/Store.ts'
import { holdAllLeases } from '../../engine/cluster/testing/holdAllLeases.ts'
import { quoteOf } from '../../engine/trading/testing/contracts.ts'
import { TradeDesk } from '../../engine/trading/floor/TradeDesk.ts'
import { entryPriceOf } from '../../engine/trading/positions/legs.ts'
import { DESK_WAITS } from '../../engine/trading/testing/deskWaits.ts'
import { EvaluationPool } from '../../engine/workers/EvaluationPool.ts'
import { openDatabase } from '../../prisma/client.ts'
import { RULE_LIMITS } from '../../schema/limits.ts'
import { sliceColumns, type Candle } from '../../schema/market/candles.ts'
import { INDEX_SYMBOLS } from '../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { MINUTE } from '../../schema/time.ts'
import { toCandles } from './measuring/minuteCandles.ts'
import { strategies } from './measuring/strategies.ts'
import { syntheticCandles } from './measuring/syntheticCandles.ts'

const BARS = 60
const TICKS_A_BAR = 5_000
const [databaseUrl = '', market = ''] = process.argv.slice(2)

const log = pino({ level: 'silent' })
const rules = () => SHIPPED_MARKET_RULES
const db = openDatabase(databaseUrl, 'bench', 1)
const store = new Store({ databaseUrl, market, leases: await holdAllLeases(db), rules })
await db.$disconnect()
const legs = await store.trades.heldLegs()
const from = Math.max(...legs.map(({ entryTime }) => entryTime))
const lanes = new Lanes({ ping: () => store.ping(), log })
const quotes = { watch: () => undefined, unwatch: () => undefined }
const broker = new PaperBroker(rules, from, MINUTE)
const desk = new TradeDesk(
  { records: store.trades, broker, rules, quotes, queue: lanes.queue, exits: lanes.exits, beside: lanes.beside, log, ...DESK_WAITS },
  from,
)
lanes.reconcileBy(() => desk.reconcile())
await desk.resume()
const ticks: Tick[] = legs.map((leg, i) => quoteOf(leg.contract, from + i, entryPriceOf(leg)))

const book = CandleBook.create({ symbols: INDEX_SYMBOLS, capacity: LEAST_MINUTES })
const candles = fill(book)
const pool = new EvaluationPool({ book, threads: 2, log })
const asked = strategies(1_000)
for (const [i, candle] of candles.entries()) {
  for (const symbol of INDEX_SYMBOLS) book.append(symbol, candle)
  const closedAt = candle.time + MINUTE
  await Promise.all(INDEX_SYMBOLS.map((symbol) => pool.evaluateLast({ symbol, interval: '1min', closedAt, strategies: asked })))
  for (let each = 0; each < TICKS_A_BAR; each++) desk.onTick(ticks[(i * TICKS_A_BAR + each) % ticks.length]!)
}
process.stdout.write(JSON.stringify({ trades: desk.counts.open_trades, megabytes: process.memoryUsage.rss() / 2 ** 20 }))
await pool.close()
await lanes.close()
await store.close()

/** Gives the book the history that the longest average of the language needs on the longest bars, and returns the candles that follow. */
function fill(book: CandleBook): Candle[] {
  const slowest = { interval: '15min', long: ['close', '>', `ema(${RULE_LIMITS.period.max})`] }
  const minutes = minutesNeeded([{ rules: slowest }])
  const history = syntheticCandles(minutes + BARS)
  for (const symbol of INDEX_SYMBOLS) book.extend(symbol, sliceColumns(history, 0, minutes))
  return toCandles(sliceColumns(history, minutes, minutes + BARS))
}
