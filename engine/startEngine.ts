import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { SESSION_LIMITS } from '../schema/limits.ts'
import { INDEX_SYMBOLS, INDICES, type IndexSymbol } from '../schema/market/indices.ts'
import type { Candle } from '../schema/market/candles.ts'
import { marketTimeAt } from '../schema/market/MarketClock.ts'
import { istDate, MINUTE, SECOND, type Instant } from '../schema/time.ts'
import { PaperBroker } from './broker/paper/PaperBroker.ts'
import { SmartApiBroker } from './broker/smartapi/SmartApiBroker.ts'
import { MarketData } from './market/MarketData.ts'
import type { EngineConfig } from './runtime/config.ts'
import { BacktestDesk } from './runtime/BacktestDesk.ts'
import { ClockWatch } from './runtime/ClockWatch.ts'
import { HealthServer } from './runtime/HealthServer.ts'
import { Heartbeat } from './runtime/Heartbeat.ts'
import { Leases } from './runtime/Leases.ts'
import { onChange } from './runtime/onChange.ts'
import { openMarketRules } from './runtime/openMarketRules.ts'
import { OptionRecorder } from './runtime/OptionRecorder.ts'
import { PriceTape } from './runtime/PriceTape.ts'
import { sandboxConnection } from './runtime/sandboxConnection.ts'
import { retryUntilDone } from './runtime/retryUntilDone.ts'
import { Shutdown } from './runtime/Shutdown.ts'
import { marketWait } from './schedule/marketWait.ts'
import { indexMovesAt, sessionAt } from './schedule/sessionAt.ts'
import { BacktestRuns } from './store/BacktestRuns.ts'
import { Lanes } from './store/Lanes.ts'
import { loadBook } from './store/loadBook.ts'
import { Store } from './store/Store.ts'
import { ActiveStrategies } from './trading/ActiveStrategies.ts'
import { CandleIntake } from './trading/CandleIntake.ts'
import { ContractList } from './trading/ContractList.ts'
import { EntryQuotes } from './trading/EntryQuotes.ts'
import { ExpirySettlement } from './trading/ExpirySettlement.ts'
import { SignalDesk } from './trading/SignalDesk.ts'
import { TradeDesk, type QuoteWatch } from './trading/TradeDesk.ts'
import { EvaluationPool } from './workers/EvaluationPool.ts'

/** Waits in market time, and the real time they are never shorter than (schedule/marketWait.ts). */
const PAPER_PATIENCE = [30 * SECOND, 3 * SECOND] as const
const ENTRY_LIFE = [MINUTE, 5 * SECOND] as const
/** Until an exit that is not filled gets a new price. */
const REPRICE_AFTER = [3 * SECOND, SECOND] as const
const CANDLE_LIFE = [2 * MINUTE, 3 * SECOND] as const
const CLOCK_BEAT_MS = 100
const CONTRACTS_BEAT_MS = 5 * SECOND
const SETTLEMENT_BEAT_MS = 5 * SECOND
const BACKTEST_LIMIT_MS = MINUTE

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

  const sandbox = await wait('the sandbox account', () => sandboxConnection(config.home, config.sandboxPort))
  const broker = new SmartApiBroker(sandbox, now, log)
  shutdown.add('broker', () => broker.close())
  broker.onReplaced((marketId) =>
    shutdown.fail(
      `the market behind the broker is now ${marketId}, no longer ${broker.marketId}: the engine ends, a new one must take its place`,
    ),
  )
  await wait('the sandbox exchange', () => broker.connect())
  const clockWatch = new ClockWatch({ wall: now, monotonic: () => performance.now() })
  let clock = await wait('the market clock', () => broker.clock())
  const marketNow = () => marketTimeAt(clock, now())

  const leases = new Leases({ databaseUrl: config.databaseUrl, monotonic: () => performance.now(), log })
  shutdown.add('leases', () => leases.close())
  const marketRules = await wait('the market rules', () => openMarketRules(config.databaseUrl))
  shutdown.add('market rules', () => marketRules.close())
  const rules = () => marketRules.current.rules
  const store = new Store({ databaseUrl: config.databaseUrl, market: broker.marketId, leases, rules })
  shutdown.add('database', () => store.close())
  const { book, lastStored } = await wait('the database', () => loadBook(store))
  const pool = new EvaluationPool({ book, threads: availableParallelism(), log })
  shutdown.add('workers', () => pool.close())
  const lanes: Lanes = new Lanes({ ping: () => store.ping(), reconcile: () => desk.reconcile(), log })
  shutdown.add('work in hand', () => lanes.close())
  const { queue, exits } = lanes

  const market = new MarketData({ broker, symbols: INDEX_SYMBOLS, now, rules, log })
  const session = () => sessionAt(clock, now(), rules())
  const patience = () => marketWait(clock, ...PAPER_PATIENCE)
  const candleLife = () => marketWait(clock, ...CANDLE_LIFE)
  const tape = new PriceTape((prices) => store.tellPrices(prices, now()), log)
  const recorder = new OptionRecorder((candles) => store.saveOptionCandles(candles), log)
  shutdown.add('option candles', () => recorder.close())
  const paper = new PaperBroker(rules, marketNow(), patience())
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
  const entryQuotes = new EntryQuotes(quotes, now)
  const entryLife = () => marketWait(clock, ...ENTRY_LIFE)
  const repriceAfter = () => marketWait(clock, ...REPRICE_AFTER)
  const desk = new TradeDesk({ books: store, broker: paper, rules, quotes, queue, exits, log, entryLife, repriceAfter }, marketNow())

  const runs = new BacktestRuns(config.databaseUrl)
  shutdown.add('backtest queue', () => runs.close())
  const backtests = new BacktestDesk({
    ...{ runs, databaseUrl: config.databaseUrl, market: broker.marketId, limitMs: BACKTEST_LIMIT_MS, log },
  })
  shutdown.add('backtests', () => backtests.close())

  const settlement = new ExpirySettlement({
    waiting: (expiredBy) => paper.expired(expiredBy),
    settle: (contract, price) => paper.settle(contract, price),
    rules,
    candles: (index, from, to) => broker.minuteCandles(INDICES[index], from, to),
    log,
  })
  const contracts = new ContractList(() => broker.contracts(), log)
  const strategies = new ActiveStrategies(() => store.tradedStrategies(), log)
  const refreshRules = () =>
    void marketRules.current
      .refresh()
      .catch((error: unknown) => log.error({ err: error }, 'market rules not read: those known so far stay in force'))
  const bus = await wait('the database', () =>
    onChange(config.databaseUrl, {
      'subscription.changed': () => strategies.invalidate(),
      'strategy.changed': () => strategies.invalidate(),
      'strategy.versioned': () => strategies.invalidate(),
      'strategy.archived': () => strategies.invalidate(),
      'market.rulesChanged': refreshRules,
      'kill.changed': () => desk.obey(),
      'exits.requested': () => desk.obey(),
      'backtest.queued': () => backtests.wake(),
      'backtest.cancelled': () => backtests.onCancelled(),
    }),
  )
  shutdown.add('bus', () => bus.close())
  // A change between the first reading and this moment was not heard.
  refreshRules()
  const feedAgeMs = (index: IndexSymbol) => {
    const at = market.lastIndexTickAt(index)
    return at === null ? null : now() - at
  }
  const signals = new SignalDesk({
    ...{ strategies, evaluator: pool, books: store, log },
    market: () => ({
      ...{ real: now(), now: marketNow(), session: session(), rules: rules(), feedAgeMs, contracts: contracts.contracts },
      // A sandbox trades on every day of its clock.
      dayCovered: clock.kind === 'sandbox' || rules().covers(istDate(now())),
      clockSteppedMsAgo: clockWatch.steppedMsAgo(),
      premiumOf: (contract) => entryQuotes.premiumOf(contract),
      openLossOf: (userId) => desk.openLossOf(userId),
    }),
    recall: (batch) => desk.recall(batch),
    submit: (orders) => desk.submit(orders),
  })
  const intake = new CandleIntake({
    queue,
    save: (candles) => store.saveCandles(candles, marketNow() - MINUTE - candleLife()),
    append: (symbol, candle) => book.append(symbol, candle),
    decide: (symbol, candle) => signals.onCandle(symbol, candle),
    market: () => ({ now: marketNow(), candleLife: candleLife() }),
  })
  const heartbeat = new Heartbeat({
    state: () => ({
      market: broker.marketId,
      clock,
      feed: broker.feed.state.kind,
      heartbeatAt: now(),
      lastTickAt: lastTickAt(market),
    }),
    save: (state, changed) => store.saveEngineState(state, changed),
    ...{ now, log },
  })

  const followMoney = (index: IndexSymbol, { time, close }: Candle) => {
    const today = session()
    const fresh = marketNow() - (time + MINUTE) <= candleLife()
    if (today && fresh) entryQuotes.follow(index, close, contracts.contracts, { now: marketNow(), session: today, rules: rules() })
  }
  const readContracts = () => contracts.readFor(istDate(marketNow()))
  const refreshContracts = () => void readContracts().catch((error: unknown) => log.warn({ err: error }, 'contracts not read'))
  market.onCandle((symbol, candle) => {
    counts.candles++
    followMoney(symbol, candle)
    intake.add({ symbol, candle })
  })
  market.onOptionCandle((symbol, candle) => recorder.add({ symbol, candle }))
  market.onTick((tick) => {
    counts.ticks++
    paper.onTick(tick)
    entryQuotes.onTick(tick)
    desk.onTick(tick)
    tape.onTick(tick)
  })
  const forgetState = market.onState(() => void heartbeat.beat())
  market.onClock((next) => {
    clock = next
    void heartbeat.beat()
    refreshContracts()
  })

  const beats = [
    setInterval(() => {
      // Between two looks only a jump is larger than the limit.
      clockWatch.steppedMsAgo()
      paper.onTime(marketNow(), patience())
      desk.onTime(marketNow(), session(), rules())
    }, CLOCK_BEAT_MS),
    setInterval(refreshContracts, CONTRACTS_BEAT_MS),
    setInterval(() => void settlement.onTime(marketNow()), SETTLEMENT_BEAT_MS),
  ]
  shutdown.add('market', async () => {
    for (const beat of beats) clearInterval(beat)
    // The feed's own end is still to come; a beat for it would open the database again.
    forgetState()
    market.stop()
    await Promise.all([tape.stop(), heartbeat.stop()])
  })
  await wait('the leases', () => leases.start())
  await wait('the database', () => desk.resume())
  leases.onChange(() => void queue.add('take users over', () => desk.reconcile()))
  await wait('the contracts', readContracts)
  await wait('the market', () => market.start(lastStored))
  await heartbeat.start()
  backtests.start()
  health.report({
    readiness: () => ({
      database: heartbeat.databaseAnswers,
      broker: broker.feed.state.kind === 'connected',
      feed: !indexMovesAt(clock, now(), rules()) || now() - (lastTickAt(market) ?? 0) <= SESSION_LIMITS.staleFeedMs,
    }),
    metrics: () => ({
      ...counts,
      ...signals.counts,
      ...desk.counts,
      partitions_held: leases.held().size,
      jobs_waiting: lanes.length,
      backtests_run: backtests.ended,
      prices_dropped: tape.dropped,
      option_candles_dropped: recorder.dropped,
      candles_outside_session: market.candlesOutside,
      ...dropsByName(market),
    }),
  })
  log.info({ market: broker.marketId, port }, 'trading')
  return port
}

/** Real time of the youngest index tick; null before the first. */
function lastTickAt(market: MarketData): Instant | null {
  const times = INDEX_SYMBOLS.flatMap((symbol) => market.lastIndexTickAt(symbol) ?? [])
  return times.length === 0 ? null : Math.max(...times)
}

function dropsByName(market: MarketData): Record<string, number> {
  return Object.fromEntries(Object.entries(market.drops).map(([reason, count]) => [`ticks_dropped_${reason.toLowerCase()}`, count]))
}
