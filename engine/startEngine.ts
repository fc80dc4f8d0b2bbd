import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { RULE_LIMITS, SESSION_LIMITS } from '../schema/limits.ts'
import { INTERVAL_MINUTES } from '../schema/market/candles.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '../schema/market/indices.ts'
import { marketTimeAt } from '../schema/market/MarketClock.ts'
import { istDate, MINUTE, SECOND, type Instant } from '../schema/time.ts'
import { PaperBroker } from './broker/paper/PaperBroker.ts'
import { SmartApiBroker } from './broker/smartapi/SmartApiBroker.ts'
import { CandleBook } from './market/CandleBook.ts'
import { MarketData } from './market/MarketData.ts'
import type { EngineConfig } from './runtime/config.ts'
import { HealthServer } from './runtime/HealthServer.ts'
import { Heartbeat } from './runtime/Heartbeat.ts'
import { onSubscriptionChange } from './runtime/onSubscriptionChange.ts'
import { PriceTape } from './runtime/PriceTape.ts'
import { readSandboxAccount } from './runtime/readSandboxAccount.ts'
import { retryUntilDone } from './runtime/retryUntilDone.ts'
import { Shutdown } from './runtime/Shutdown.ts'
import { marketWait } from './schedule/marketWait.ts'
import { isOpenAt, sessionAt } from './schedule/sessionAt.ts'
import { DurableQueue } from './store/DurableQueue.ts'
import { Store } from './store/Store.ts'
import { ActiveStrategies } from './trading/ActiveStrategies.ts'
import { CandleIntake } from './trading/CandleIntake.ts'
import { ContractList } from './trading/ContractList.ts'
import { SignalDesk } from './trading/SignalDesk.ts'
import { TradeDesk, type QuoteWatch } from './trading/TradeDesk.ts'
import { EvaluationPool } from './workers/EvaluationPool.ts'

/** Minutes of candles each index keeps in memory: enough for the longest window and the longest look back on the longest bars. */
const BOOK_CAPACITY = (RULE_LIMITS.period.max + RULE_LIMITS.offset.max) * Math.max(...Object.values(INTERVAL_MINUTES))
/** Waits in market time, and the real time they are never shorter than (schedule/marketWait.ts). */
const PAPER_PATIENCE = [30 * SECOND, 3 * SECOND] as const
const ENTRY_LIFE = [MINUTE, 5 * SECOND] as const
const CANDLE_LIFE = [2 * MINUTE, 3 * SECOND] as const
const CLOCK_BEAT_MS = 100
const CONTRACTS_BEAT_MS = 5 * SECOND

export interface RunningEngine {
  /** Of the health server. */
  readonly port: number
  stop(): Promise<void>
}

/**
 * Puts the engine together and starts it; resolves when it trades. What it needs and does not find yet (the sandbox's account,
 * the sandbox, the database) it waits for. Rejects, with everything closed, when its port is taken or `shutdown` runs meanwhile.
 */
export async function startEngine(config: EngineConfig, log: Logger, shutdown = new Shutdown(log)): Promise<RunningEngine> {
  try {
    return { port: await start(config, log, shutdown), stop: () => shutdown.run() }
  } catch (error) {
    await shutdown.run()
    throw error
  }
}

async function start(config: EngineConfig, log: Logger, shutdown: Shutdown): Promise<number> {
  const now = () => Date.now()
  const wait = <T>(what: string, attempt: () => Promise<T>) => retryUntilDone(what, attempt, shutdown.signal, log)
  const counts = { ticks: 0, candles: 0 }
  const health = new HealthServer()
  const port = await health.listen(config.port)
  shutdown.add('health server', () => health.close())

  const account = await wait('the sandbox account', () => readSandboxAccount(config.home))
  const broker = new SmartApiBroker({ ...sandboxAddresses(config.sandboxPort), ...account }, now, log)
  shutdown.add('broker', () => broker.close())
  await wait('the sandbox exchange', () => broker.connect())
  const firstClock = await wait('the market clock', () => broker.clock())
  const firstTime = marketTimeAt(firstClock, now())

  const store = new Store(config.databaseUrl, broker.marketId)
  shutdown.add('database', () => store.close())
  const { book, lastStored } = await wait('the database', () => loadBook(store))
  const pool = new EvaluationPool(book, Math.max(1, availableParallelism() - 1))
  shutdown.add('workers', () => pool.close())
  const queue = new DurableQueue({ ping: () => store.ping(), onRecovered: () => void queue.add('reconcile', () => desk.reconcile()), log })
  shutdown.add('work in hand', () => queue.close())

  const market = new MarketData({ broker, symbols: INDEX_SYMBOLS, now, log })
  const session = () => sessionAt(market.clock, now())
  const patience = () => marketWait(market.clock, ...PAPER_PATIENCE)
  const candleLife = () => marketWait(market.clock, ...CANDLE_LIFE)
  const tape = new PriceTape((prices) => store.tellPrices(prices), log)
  const paper = new PaperBroker(firstTime, marketWait(firstClock, ...PAPER_PATIENCE))
  const quotes: QuoteWatch = {
    watch: (watched) => {
      tape.follow(watched)
      market.watch(watched)
    },
    unwatch: (watched) => {
      tape.unfollow(watched)
      market.unwatch(watched)
    },
  }
  const entryLife = () => marketWait(market.clock, ...ENTRY_LIFE)
  const desk = new TradeDesk({ books: store, broker: paper, quotes, queue, log, entryLife }, firstTime)

  const contracts = new ContractList(() => broker.contracts(), log)
  const strategies = new ActiveStrategies(() => store.subscribedStrategies(), log)
  const bus = await wait('the database', () => onSubscriptionChange(config.databaseUrl, () => strategies.invalidate()))
  shutdown.add('bus', () => bus.close())
  const feedAgeMs = (index: IndexSymbol) => {
    const at = market.lastIndexTickAt(index)
    return at === null ? null : now() - at
  }
  const signals = new SignalDesk({
    ...{ strategies, evaluator: pool, books: store, log },
    market: () => ({ real: now(), now: market.marketNow(), session: session(), feedAgeMs, contracts: contracts.contracts }),
    submit: (entries) => desk.submit(entries),
  })
  const intake = new CandleIntake({
    queue,
    save: (candles) => store.saveCandles(candles, market.marketNow() - MINUTE - candleLife()),
    append: (symbol, candle) => book.append(symbol, candle),
    decide: (symbol, candle) => signals.onCandle(symbol, candle),
    market: () => ({ now: market.marketNow(), candleLife: candleLife() }),
  })
  const heartbeat = new Heartbeat({
    state: () => ({
      market: broker.marketId,
      clock: market.clock,
      feed: broker.feed.state.kind,
      heartbeatAt: now(),
      lastTickAt: lastTickAt(market),
    }),
    save: (state, changed) => store.saveEngineState(state, changed),
    ...{ now, log },
  })

  const readContracts = () => contracts.readFor(istDate(market.marketNow()))
  const refreshContracts = () => void readContracts().catch((error: unknown) => log.warn({ err: error }, 'contracts not read'))
  market.onCandle((symbol, candle) => {
    counts.candles++
    intake.add({ symbol, candle })
  })
  market.onTick((tick) => {
    counts.ticks++
    paper.onTick(tick)
    desk.onTick(tick)
    tape.onTick(tick)
  })
  market.onState(() => void heartbeat.beat())
  market.onClock(() => {
    void heartbeat.beat()
    refreshContracts()
  })

  await wait('the database', () => desk.resume())
  await wait('the market', () => market.start(lastStored))
  await wait('the contracts', readContracts)
  const beats = [
    setInterval(() => {
      paper.onTime(market.marketNow(), patience())
      desk.onTime(market.marketNow(), session())
    }, CLOCK_BEAT_MS),
    setInterval(refreshContracts, CONTRACTS_BEAT_MS),
  ]
  shutdown.add('market', async () => {
    for (const beat of beats) clearInterval(beat)
    market.stop()
    tape.stop()
    await heartbeat.stop()
  })
  await heartbeat.start()
  health.report({
    readiness: () => ({
      database: heartbeat.databaseAnswers,
      broker: broker.feed.state.kind === 'connected',
      feed: !isOpenAt(market.clock, now()) || now() - (lastTickAt(market) ?? 0) <= SESSION_LIMITS.staleFeedMs,
    }),
    metrics: () => ({
      ...counts,
      ...signals.counts,
      ...desk.counts,
      jobs_waiting: queue.length,
      prices_dropped: tape.dropped,
      ...dropsByName(market),
    }),
  })
  log.info({ market: broker.marketId, port }, 'trading')
  return port
}

function sandboxAddresses(port: number) {
  const restUrl = `http://127.0.0.1:${port}`
  return {
    restUrl,
    feedUrl: `ws://127.0.0.1:${port}/smart-stream`,
    masterUrl: `${restUrl}/OpenAPI_File/files/OpenAPIScripMaster.json`,
    clockUrl: `${restUrl}/sandbox/clock`,
  }
}

/** The candle book as the database knows it, and the last candle of each index. */
async function loadBook(store: Store): Promise<{ book: CandleBook; lastStored: Map<IndexSymbol, Instant> }> {
  const book = CandleBook.create({ symbols: INDEX_SYMBOLS, capacity: BOOK_CAPACITY })
  const lastStored = new Map<IndexSymbol, Instant>()
  for (const symbol of INDEX_SYMBOLS) {
    for (const candle of await store.newestCandles(symbol, BOOK_CAPACITY)) book.append(symbol, candle)
    const last = book.lastTime(symbol)
    if (last !== null) lastStored.set(symbol, last)
  }
  return { book, lastStored }
}

/** Real time of the youngest index tick; null before the first. */
function lastTickAt(market: MarketData): Instant | null {
  const times = INDEX_SYMBOLS.flatMap((symbol) => market.lastIndexTickAt(symbol) ?? [])
  return times.length === 0 ? null : Math.max(...times)
}

function dropsByName(market: MarketData): Record<string, number> {
  return Object.fromEntries(Object.entries(market.drops).map(([reason, count]) => [`ticks_dropped_${reason.toLowerCase()}`, count]))
}
