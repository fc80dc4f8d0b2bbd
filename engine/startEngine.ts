import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { errorText } from '../schema/errorText.ts'
import { INDEX_SYMBOLS, INDICES } from '../schema/market/indices.ts'
import { SchemaMismatch } from '../schema/SchemaMismatch.ts'
import { istDate, MINUTE, SECOND, type Instant } from '../schema/time.ts'
import { AgentThreads } from './agent/AgentThreads.ts'
import { ResearchService } from './agent/ResearchService.ts'
import { AgentTrades } from './agent/trades/AgentTrades.ts'
import { proposalLife } from './agent/trades/proposalLife.ts'
import { marketFacts } from './schedule/marketFacts.ts'
import { MarketData } from './market/MarketData.ts'
import { BacktestDesk } from './backtestDesk/BacktestDesk.ts'
import { describeMetrics } from './describeMetrics.ts'
import { describeLiveIncident, OWNERS_OWN } from '../schema/trading/liveIncidents.ts'
import { ClockWatch } from './schedule/ClockWatch.ts'
import type { EngineConfig } from './runtime/config.ts'
import { EngineClock } from './schedule/EngineClock.ts'
import { HealthServer } from './runtime/HealthServer.ts'
import { GatewayWatch } from './cluster/GatewayWatch.ts'
import { Heartbeat } from './cluster/Heartbeat.ts'
import { Leases } from './cluster/Leases.ts'
import { LongHistory } from './history/LongHistory.ts'
import { booksDuty } from './schedule/booksDuty.ts'
import { MarketSchedule } from './schedule/MarketSchedule.ts'
import { pausedBy } from './trading/risk/pausedBy.ts'
import { onChange } from './cluster/onChange.ts'
import { partitionOf } from './cluster/partitionOf.ts'
import { openMarketRules } from './store/openMarketRules.ts'
import { openBroker } from './openBroker.ts'
import { openExecution } from './openExecution.ts'
import { openPerformance } from './openPerformance.ts'
import { OptionRecorder } from './market/OptionRecorder.ts'
import { PriceTape } from './market/PriceTape.ts'
import { knownSchema, readSchemaMismatch } from './store/readSchemaMismatch.ts'
import { readinessOf } from './readinessOf.ts'
import { retryUntilDone } from './runtime/retryUntilDone.ts'
import { sampleEngine } from './cluster/sampleEngine.ts'
import { Shutdown } from './runtime/Shutdown.ts'
import { StopFile } from './runtime/StopFile.ts'
import { StopWatch } from './runtime/StopWatch.ts'
import { agentJobs } from './store/agentJobs.ts'
import { AgentRecords, LEADING_PARTITION } from './store/AgentRecords.ts'
import { BacktestRuns } from './store/BacktestRuns.ts'
import { DailyLosses } from './store/DailyLosses.ts'
import { Lanes } from './trading/floor/Lanes.ts'
import { loadCandleBook } from './history/loadCandleBook.ts'
import { openSharedConnections } from './store/sharedConnections.ts'
import { Store } from './store/Store.ts'
import { ActiveStrategies } from './trading/signals/ActiveStrategies.ts'
import { ContractList } from './market/ContractList.ts'
import { DailyLossWatch } from './trading/risk/DailyLossWatch.ts'
import { FirstOrders } from './trading/signals/FirstOrders.ts'
import { callMetrics } from './broker/smartapi/callDurations.ts'
import { TokenLife } from './broker/accounts/TokenLife.ts'
import { TradingFloor } from './trading/floor/TradingFloor.ts'
import { LiveExitQuotes } from './trading/orders/LiveExitQuotes.ts'
import { EvaluationPool } from './workers/EvaluationPool.ts'
import { SchedulePool } from './schedule/SchedulePool.ts'

const CLOCK_BEAT_MS = 100
const CONTRACTS_BEAT_MS = 5 * SECOND
const SETTLEMENT_BEAT_MS = 5 * SECOND
const SCHEDULE_BEAT_MS = SECOND
/** What the research service looks back on: of a real market five and a half years, of the sandbox as much as is fetched in a minute. */
const RESEARCH_SESSIONS = { real: 1_375, sandbox: 320 } as const

/** Seconds. */
const ORDER_DELAYS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const
const NOTHING = { database: false, broker: false, feed: false } as const

export interface RunningEngine {
  /** Of the health server. */
  readonly port: number
  stop(): Promise<void>
}

/**
 * Puts the engine together and starts it; resolves when it trades. What it needs and does not find yet (the broker, an
 * account there, the database) it waits for. Rejects, with everything closed, when its port is taken, `shutdown` runs meanwhile, or with
 * SchemaMismatch where the database has not the tables of this version.
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
  const { databaseUrl } = config
  const now = () => Date.now()
  const monotonic = () => performance.now()
  const health = new HealthServer()
  const wait = <T>(what: string, attempt: () => Promise<T>) => {
    const begun = async () => {
      try {
        return await attempt()
      } catch (error) {
        health.report(() => ({ ...NOTHING, why: [`the engine is starting and waits for ${what}: ${errorText(error)}`] }))
        throw error
      }
    }
    health.report(() => ({ ...NOTHING, why: [`the engine is starting and waits for ${what}`] }))
    return retryUntilDone(what, begun, shutdown.signal, log)
  }
  const port = await health.listen(config.port, config.metricsHost)
  shutdown.add('health server', () => health.close())
  const mismatch = await wait('the database', () => readSchemaMismatch(databaseUrl))
  if (mismatch !== null) throw new SchemaMismatch(mismatch)

  // The market and its rules.
  const { broker, market: place, accounts, installation, liveAccounts, readiness } = await openBroker(config, now, wait, shutdown, log)
  const clockWatch = new ClockWatch({ wall: now, monotonic })
  const firstClock = await wait('the market clock', () => broker.clock())
  // What trading waits for has connections of its own; what works beside it shares some, and what watches over it others.
  const beside = openSharedConnections(databaseUrl, 'beside trading', 5)
  shutdown.add('connections beside trading', () => beside.end())
  const watching = openSharedConnections(databaseUrl, 'watching', 2)
  shutdown.add('connections for watching', () => watching.end())
  const leases = new Leases({ databaseUrl, monotonic, log })
  shutdown.add('leases', () => leases.close())
  const marketRules = await wait('the market rules', () => openMarketRules(watching))
  shutdown.add('market rules', () => marketRules.close())
  const rules = () => marketRules.current.rules
  health.metrics.include(callMetrics)
  const time = new EngineClock(firstClock, rules, now)
  const market = new MarketData({ broker, symbols: INDEX_SYMBOLS, now, rules, log })
  const contracts = new ContractList(() => broker.contracts(), log)
  readiness.learnMarket(() => marketFacts({ broker, market, contracts, time, now }))

  // Its state, and the threads that read it.
  const store = new Store({ databaseUrl, market: broker.marketId, leases, rules, allowLive: config.allowLive })
  shutdown.add('database', () => store.close())
  const strategies = new ActiveStrategies(() => store.tradedStrategies(), log)
  const { book, lastStored } = await wait('the database', () => loadCandleBook(store))
  const lanes: Lanes = new Lanes({ ping: () => store.ping(), reconcile: () => floor.reconcile(), log })
  const threads = availableParallelism()
  const pool = new EvaluationPool({ book, threads, log })
  shutdown.add('workers', () => pool.close())
  shutdown.add('work in hand', () => lanes.close())
  const history = new LongHistory({
    ...{ database: beside, broker, store, book, pool, threads, strategies, rules, now, log },
    marketNow: () => time.now(),
    sessionsWanted: () => (research.isWanted ? RESEARCH_SESSIONS[time.clock.kind] : 0),
  })
  shutdown.add('history', () => history.close())
  const tape = new PriceTape((prices) => store.tellPrices(prices, now()), log)
  const recorder = new OptionRecorder((candles) => store.saveOptionCandles(candles), log)
  shutdown.add('option candles', () => recorder.close())

  // Trading.
  const gateways = new GatewayWatch({ pool: watching, log })
  shutdown.add('versions of gateways', () => gateways.close())
  await wait('the database', () => gateways.start())
  const owns = (userId: string) => leases.held().has(partitionOf(userId))
  const { paper, live, dry, outcomes, execution } = openExecution(
    { market: place, liveAccounts, store, lanes, time, rules, owns, now, log },
    shutdown,
  )
  const sentAfter = health.metrics.histogram(
    'order_delay_seconds',
    'From the tick that an exit is for, or the decision on an entry, until the order is handed over to be sent.',
    'order',
    ORDER_DELAYS,
  )
  const floor: TradingFloor = new TradingFloor({
    ...{ records: store, lanes, strategies, evaluator: history, paper, broker: execution, rules, log },
    candles: {
      save: (candles) => store.saveCandles(candles, time.now() - MINUTE - time.waits().candleLife),
      append: (symbol, candle) => book.append(symbol, candle),
      insert: (symbol, candle) => book.insert(symbol, candle),
    },
    quotes: {
      watch: (watched, rank) => {
        tape.follow(watched)
        market.watch(watched, rank)
      },
      unwatch: (watched, rank) => {
        tape.unfollow(watched)
        market.unwatch(watched, rank)
      },
    },
    exitQuotes: new LiveExitQuotes({ fetch: (keys) => broker.quotes(keys), log }, time.now()),
    symbolOf: (instrument) => contracts.symbolOf(instrument),
    indexHistory: (index, from, to) => broker.minuteCandles(INDICES[index], from, to),
    market: () => ({
      real: now(),
      now: time.now(),
      session: time.session(),
      dayCovered: time.dayCovered(),
      contracts: contracts.contracts,
      pausedOn: (index) => {
        const at = market.lastIndexTickAt(index)
        const feedAgeMs = at === null ? null : now() - at
        return pausedBy({ feedAgeMs, clockSteppedMsAgo: clockWatch.steppedMsAgo(), newerGateway: gateways.newer })
      },
      shortageOf: (key) => market.shortageOf(key),
    }),
    waits: () => time.waits(),
    onSent: ({ purpose, mode, intendedAt }) => {
      const speed = time.clock.kind === 'real' ? 1 : time.clock.speed
      sentAfter(`${mode} ${purpose}`, Math.max(0, time.now() - intendedAt) / speed / SECOND)
    },
  })
  liveAccounts.onReplaced((userIds) => floor.leaveAccounts(userIds.filter(owns)))
  const dailyLosses = new DailyLosses(watching, broker.marketId, leases)
  shutdown.add('daily losses', () => dailyLosses.close())
  const dailyLoss = new DailyLossWatch({
    ...{ records: dailyLosses, openLossOf: (userId, among) => floor.openLossOf(userId, among), log },
    tradesSeen: () => floor.counts.trades_opened + floor.counts.trades_closed,
  })
  const agentRecords = new AgentRecords({ database: beside, market: broker.marketId, leases })
  shutdown.add('research records', () => agentRecords.close())
  const research: ResearchService = new ResearchService({
    ...{ market: broker.marketId, store: agentRecords, threads: new AgentThreads(log), book, rules, now, log },
    marketNow: () => time.now(),
    quotes: () => floor.view(),
    isMine: () => leases.held().has(LEADING_PARTITION),
    isHistoryThere: () => history.isThere,
    openRequests: (answer) => agentJobs(databaseUrl, answer, log),
  })
  const agentTrades = new AgentTrades({
    ...{ records: store.decisions, queue: lanes.queue, market: () => floor.view(), log },
    candleLife: () => time.waits().candleLife,
    proposalLife: () => proposalLife(time.clock),
    submit: (orders) => floor.submit(orders),
  })
  const firstOrders = new FirstOrders({
    ...{ records: store.decisions, queue: lanes.queue, market: () => floor.view(), log },
    submit: (orders) => floor.submit(orders),
  })
  research.onVerdicts((verdicts) => void agentTrades.take(verdicts))
  const tokenLife = new TokenLife({ accounts, isMine: () => leases.held().has(0), log })
  const runs = new BacktestRuns(beside)
  shutdown.add('backtest queue', () => runs.close())
  const schedulePool = new SchedulePool(log)
  shutdown.add('schedule worker', () => schedulePool.close())
  const { desk: performanceDesk, duty: performanceUpdates } = openPerformance(
    { databaseUrl, shared: beside, market: broker.marketId, time, rules, floor, pool: schedulePool, log },
    shutdown,
  )
  let booksChecked: { readonly at: Instant; readonly broken: number } | null = null
  const books = booksDuty({
    check: async () => {
      const broken = await schedulePool.checkBooks(databaseUrl, shutdown.signal)
      booksChecked = { at: now(), broken: broken.length }
      return broken
    },
    tell: (damaged) => store.tellOfBooks(damaged),
    isMine: () => leases.held().has(0),
    log,
  })
  const schedule = new MarketSchedule([performanceUpdates, books], log)
  const backtests = new BacktestDesk({ runs, databaseUrl, market: broker.marketId, log })
  shutdown.add('backtests', () => backtests.close())

  // What people and other processes say.
  const refreshRules = () =>
    void marketRules.current
      .refresh()
      .catch((error: unknown) => log.error({ err: error }, 'market rules not read: those known so far stay in force'))
  const bus = await wait('the database', () =>
    onChange(
      databaseUrl,
      {
        'subscription.changed': () => strategies.invalidate(),
        'strategy.changed': () => strategies.invalidate(),
        'strategy.versioned': () => strategies.invalidate(),
        'strategy.archived': () => strategies.invalidate(),
        'market.rulesChanged': refreshRules,
        'kill.changed': () => floor.obey(),
        'account.changed': () => dailyLoss.onLimitsChanged(),
        'exits.requested': () => floor.obey(),
        'broker.changed': (event) => {
          void liveAccounts.onChanged().then(() => {
            live.release(owns)
            floor.onBrokerChanged(event?.userId ?? null)
          })
          installation.onChanged()
        },
        'backtest.cancelled': () => backtests.onCancelled(),
        'agent.scanned': () => void research.onScanned(),
        'proposal.approved': () => void agentTrades.obey(),
        'firstOrder.approved': () => void firstOrders.obey(),
        'performance.changed': () => schedule.again(performanceUpdates),
      },
      log,
    ),
  )
  shutdown.add('bus', () => bus.close())
  // A change between the first reading and this moment was missed.
  refreshRules()

  const stopWatch = new StopWatch({
    file: new StopFile(config.home),
    obey: ({ squareOff }) => floor.stopAll(squareOff),
    store: async (order) => {
      await store.stopAll(order)
      // Besides its event: a database that has just come back may publish late.
      floor.obey()
    },
    log,
  })

  // Market data, and the time.
  const counts = { ticks: 0, candles: 0 }
  const heartbeat = new Heartbeat({
    state: () => ({
      ...{ market: broker.marketId, clock: time.clock, feed: broker.feed.state.kind, heartbeatAt: now() },
      ...{ lastTickAt: market.lastTickAt, feedFaults: market.feedFaults.length },
    }),
    save: (state, changed) => store.saveEngineState(state, changed),
    ...{ now, log },
  })
  const readContracts = () => contracts.readFor(istDate(time.now()))
  const refreshContracts = () => void readContracts().catch((error: unknown) => log.warn({ err: error }, 'contracts not read'))
  market.onCandle((symbol, candle) => {
    counts.candles++
    floor.onCandle(symbol, candle)
  })
  market.onLateCandles((symbol, candles) => floor.onLateCandles(symbol, candles))
  market.onOptionCandle((symbol, candle) => recorder.add({ symbol, candle }))
  market.onTick((tick) => {
    counts.ticks++
    floor.onTick(tick)
    dry.onTick(tick)
    tape.onTick(tick)
  })
  const forgetState = market.onState(() => void heartbeat.beat())
  market.onClock((next) => {
    time.clock = next
    void heartbeat.beat()
    refreshContracts()
  })
  const beats = [
    setInterval(() => {
      // Between two looks only a jump is larger than the limit.
      clockWatch.steppedMsAgo()
      stopWatch.onTime()
      floor.onTime()
      dry.onTime(time.now(), time.waits().patience)
      void dailyLoss.onTime(time.now())
      research.onTime()
      agentTrades.onTime()
      firstOrders.onTime()
      installation.onTime(now())
      tokenLife.onTime(now(), time.now(), time.session())
    }, CLOCK_BEAT_MS),
    setInterval(refreshContracts, CONTRACTS_BEAT_MS),
    setInterval(() => void floor.settleExpired(), SETTLEMENT_BEAT_MS),
    setInterval(() => void schedule.onTime(time.now(), time.session(), time.previousSession()), SCHEDULE_BEAT_MS),
  ]
  shutdown.add('market', async () => {
    for (const beat of beats) clearInterval(beat)
    // The feed's own end is still to come; a beat for it would open the database again.
    forgetState()
    market.stop()
    await Promise.all([tape.stop(), heartbeat.stop(), history.stop(), tokenLife.stop(), research.stop()])
  })

  await wait('the leases', () => leases.start())
  await wait('the database', () => floor.resume())
  leases.onChange(() => {
    floor.onUsersChanged()
    live.release(owns)
    void agentTrades.obey()
    void firstOrders.obey()
  })
  await wait('the contracts', readContracts)
  await wait('the strategies', () => history.read())
  await wait('the market', () => market.start(lastStored))
  // Approvals made while no engine ran: priced now, or too late.
  void agentTrades.obey()
  void firstOrders.obey()
  await heartbeat.start()
  backtests.start()
  performanceDesk.start()
  history.start()
  const sampling = sampleEngine({ pool: watching, nodeId: leases.nodeId, workerLoad: () => pool.load(), log })
  shutdown.add('sampling', () => sampling.close())
  describeMetrics(health.metrics, {
    ...{ counts, floor, lanes, leases, backtests, performance: performanceDesk },
    ...{ tape, recorder, market, history, research, outcomes },
    booksChecked: () => booksChecked,
    now,
    ready: () => health.readiness,
    schema: knownSchema(),
  })
  health.report(() => ({
    ...readinessOf({
      databaseProblem: heartbeat.databaseProblem,
      broker: broker.feed.state,
      silentMs: time.indexMoves() ? now() - (market.lastTickAt ?? -Infinity) : null,
    }),
    degraded: [
      ...market.feedFaults,
      ...floor.liveIncidents
        .filter(({ kind }) => !OWNERS_OWN.has(kind))
        .map(({ userId, ...facts }) => `${describeLiveIncident(facts)} (user ${userId})`),
    ],
  }))
  log.info({ market: broker.marketId, port }, 'trading')
  return port
}
