import type { Logger } from 'pino'
import { INDICES } from '../../../schema/market/indices.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import { describeLiveIncident, OWNERS_OWN } from '../../../schema/trading/liveIncidents.ts'
import type { LiveAccounts } from '../../broker/accounts/LiveAccounts.ts'
import type { PaperBroker } from '../../broker/paper/PaperBroker.ts'
import type { RoutedExecution } from '../../broker/RoutedExecution.ts'
import type { SmartApiExecution } from '../../broker/smartapi/orders/SmartApiExecution.ts'
import type { SmartApiBroker } from '../../broker/smartapi/SmartApiBroker.ts'
import type { GatewayWatch } from '../../cluster/GatewayWatch.ts'
import type { LongHistory } from '../../history/LongHistory.ts'
import type { CandleBook } from '../../market/CandleBook.ts'
import type { ContractList } from '../../market/ContractList.ts'
import type { MarketData } from '../../market/MarketData.ts'
import type { PriceTape } from '../../market/PriceTape.ts'
import type { Metrics } from '../../runtime/Metrics.ts'
import type { ClockWatch } from '../../schedule/ClockWatch.ts'
import type { EngineClock } from '../../schedule/EngineClock.ts'
import type { Store } from '../../store/Store.ts'
import type { Lanes } from '../../trading/floor/Lanes.ts'
import { TradingFloor } from '../../trading/floor/TradingFloor.ts'
import { LiveExitQuotes } from '../../trading/orders/LiveExitQuotes.ts'
import { pausedBy } from '../../trading/risk/pausedBy.ts'
import type { ActiveStrategies } from '../../trading/signals/ActiveStrategies.ts'
import { definePart } from '../Part.ts'
import type { Wait } from '../Platform.ts'
import { floorMetrics } from './floorMetrics.ts'

const SETTLEMENT_BEAT_MS = 5 * SECOND
/** Seconds. */
const ORDER_DELAYS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const

interface Needs {
  readonly metrics: Metrics
  readonly broker: SmartApiBroker
  readonly liveAccounts: LiveAccounts
  readonly owns: (userId: string) => boolean
  readonly rules: () => MarketRules
  readonly clockWatch: ClockWatch
  readonly time: EngineClock
  readonly market: MarketData
  readonly contracts: ContractList
  readonly store: Store
  readonly strategies: ActiveStrategies
  readonly book: CandleBook
  readonly lanes: Lanes
  readonly history: LongHistory
  readonly tape: PriceTape
  readonly gateways: GatewayWatch
  readonly paper: PaperBroker
  readonly live: SmartApiExecution
  readonly execution: RoutedExecution
  readonly wait: Wait
  readonly now: () => Instant
  readonly log: Logger
}

/** Trading. feedPart.ts brings ticks, candles and the time. */
export const floorPart = definePart({
  open: (needs: Needs) => {
    const { liveAccounts, lanes, owns } = needs
    const floor = openFloor(needs)
    lanes.reconcileBy(() => floor.reconcile())
    liveAccounts.onReplaced((userIds) => floor.leaveAccounts(userIds.filter(owns)))
    return { floor }
  },
  hears: ({ floor, live, liveAccounts, owns }) => ({
    'kill.changed': () => floor.obey(),
    'exits.requested': () => floor.obey(),
    'broker.changed': (event) =>
      void liveAccounts.onChanged().then(() => {
        live.release(owns)
        floor.onBrokerChanged(event?.userId ?? null)
      }),
  }),
  run: ({ floor, live, owns, wait }) => ({
    beats: [{ everyMs: SETTLEMENT_BEAT_MS, do: () => void floor.settleExpired() }],
    resume: () => wait('the database', () => floor.resume()),
    onUsersChanged: () => {
      floor.onUsersChanged()
      live.release(owns)
    },
    metrics: (metrics) => floorMetrics(metrics, floor),
    degraded: () =>
      floor.liveIncidents
        .filter(({ kind }) => !OWNERS_OWN.has(kind))
        .map(({ userId, ...facts }) => `${describeLiveIncident(facts)} (user ${userId})`),
  }),
})

function openFloor({ metrics, broker, clockWatch, time, market, contracts, store, book, tape, now, log, ...more }: Needs): TradingFloor {
  const { rules, lanes, strategies, history, gateways, paper, execution } = more
  const sentAfter = metrics.histogram(
    'order_delay_seconds',
    'From the tick that an exit is for, or the decision on an entry, until the order is handed over to be sent.',
    'order',
    ORDER_DELAYS,
  )
  return new TradingFloor({
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
}
