import type { ResearchService } from './agent/ResearchService.ts'
import type { BacktestDesk } from './backtestDesk/BacktestDesk.ts'
import type { OrderOutcomes } from './broker/OrderOutcomes.ts'
import type { Leases } from './cluster/Leases.ts'
import type { LongHistory } from './history/LongHistory.ts'
import type { MarketData } from './market/MarketData.ts'
import type { OptionRecorder } from './market/OptionRecorder.ts'
import type { PriceTape } from './market/PriceTape.ts'
import type { PerformanceDesk } from './performance/PerformanceDesk.ts'
import type { Readiness } from './runtime/HealthServer.ts'
import type { Metrics } from './runtime/Metrics.ts'
import { INDEX_SYMBOLS } from '../schema/market/indices.ts'
import { SECOND, type Instant } from '../schema/time.ts'
import type { LiveIncidentKind } from '../schema/trading/liveIncidents.ts'
import { droppedSpans } from '../schema/tracing/spans.ts'
import { VERSION } from '../schema/version.ts'
import type { Lanes } from './trading/floor/Lanes.ts'
import type { TradingFloor } from './trading/floor/TradingFloor.ts'

interface Measured {
  readonly counts: { readonly ticks: number; readonly candles: number }
  readonly floor: TradingFloor
  readonly lanes: Lanes
  readonly leases: Leases
  readonly backtests: BacktestDesk
  readonly performance: PerformanceDesk
  readonly tape: PriceTape
  readonly recorder: OptionRecorder
  readonly market: MarketData
  readonly history: LongHistory
  readonly research: ResearchService
  readonly outcomes: OrderOutcomes
  /** When this engine last had the books checked, and how many laws were broken; null: not since its start. */
  readonly booksChecked: () => { readonly at: Instant; readonly broken: number } | null
  /** Real time. */
  readonly now: () => Instant
  readonly ready: () => Readiness
  /** The newest migration that this version brings. */
  readonly schema: string
}

/** Names the engine's metrics; docs/operations.md lists which of them deserve an alarm. */
export function describeMetrics(
  metrics: Metrics,
  { counts, floor, lanes, leases, backtests, performance, tape, recorder, market, history, research, ...more }: Measured,
): void {
  const { outcomes, booksChecked, now, ready, schema } = more
  metrics.info('build_info', 'What runs, by its labels; 1.', { version: VERSION, schema })
  metrics.gauges('ready', 'Whether the engine has what it needs, by part, as /readyz says.', 'part', () => {
    const { database, broker, feed } = ready()
    return { database: Number(database), broker: Number(broker), feed: Number(feed) }
  })
  metrics.counter('ticks_total', 'Ticks that were let through.', () => counts.ticks)
  metrics.counters('ticks_dropped_total', 'Ticks that were dropped, by reason.', 'reason', () => market.drops)
  metrics.gauges('tick_age_seconds', 'Since an index last ticked; of one that never did, since 1970.', 'index', () =>
    Object.fromEntries(INDEX_SYMBOLS.map((symbol) => [symbol, (now() - (market.lastIndexTickAt(symbol) ?? 0)) / SECOND])),
  )
  metrics.gauges('feed_missing', 'Prices that do not come although others do, by why.', 'why', () => market.missing)
  metrics.counter('candles_total', 'Index candles that closed.', () => counts.candles)
  metrics.counter(
    'candles_outside_session_total',
    "Candles of the broker's history outside the session, dropped.",
    () => market.candlesOutside,
  )
  metrics.counter('option_candles_dropped_total', 'Option candles that were not stored.', () => recorder.dropped)
  metrics.counter('prices_dropped_total', 'Prices that were not published.', () => tape.dropped)

  metrics.counter('signals_total', 'Signals of strategies.', () => floor.counts.signals)
  metrics.counter('entries_total', 'Entries that risk allowed.', () => floor.counts.entries)
  metrics.counter('denials_total', 'Entries that risk denied.', () => floor.counts.denials)
  metrics.counter('strategy_faults_total', 'Strategies that failed and were paused.', () => floor.counts.faults)
  metrics.counter('trades_opened_total', 'Trades that were opened.', () => floor.counts.trades_opened)
  metrics.counter('trades_closed_total', 'Trades that were closed.', () => floor.counts.trades_closed)
  metrics.gauge('trades_open', 'Trades that are open.', () => floor.counts.open_trades)
  metrics.gauge('orders_open', 'Orders that may still be filled.', () => floor.counts.open_orders)
  metrics.gauges('live_incidents', 'Incidents that stand on live accounts, by kind.', 'kind', () => {
    const counts = { EXIT_OPEN: 0, LEG_BARE: 0, UNITS_UNKNOWN: 0, ORDER_LEFT: 0, STOP_WATCHED: 0, OVERFILLED: 0 } satisfies Record<
      LiveIncidentKind,
      number
    >
    for (const { kind } of floor.liveIncidents) counts[kind]++
    return counts
  })
  metrics.countersOf('order_outcomes_total', 'What brokers reported of orders.', ['mode', 'outcome'], () => outcomes.rows)
  metrics.gauge(
    'books_checked_timestamp_seconds',
    'When this engine last had the books checked, in seconds since 1970; 0: not since its start.',
    () => (booksChecked()?.at ?? 0) / SECOND,
  )
  metrics.gauge('books_broken_laws', 'Laws of the books that this check found broken.', () => booksChecked()?.broken ?? 0)
  metrics.gauge('jobs_waiting', 'Writes to the books that wait for their turn.', () => lanes.length)
  metrics.gauge('partitions_held', 'Partitions of users that this node trades for.', () => leases.held().size)

  metrics.counters('lease_changes_total', 'Partitions of users that this node took over and lost.', 'change', () => leases.changes)

  metrics.counter('spans_dropped_total', 'Spans of traces that the collector did not take.', droppedSpans)
  metrics.counter('backtests_total', 'Backtests that ended.', () => backtests.ended)
  metrics.counter('agent_scans_total', 'Scans of the research service.', () => research.counts.scans)
  metrics.counter('agent_analyses_total', 'Analyses that these scans stored.', () => research.counts.analyses)
  metrics.counter('performance_updates_total', 'Updates of performance that ended.', () => performance.updates)
  metrics.counter('history_calls_total', "Calls to the broker's history.", () => history.progress.calls)
  metrics.counter('history_candles_total', "Candles that the broker's history answered.", () => history.progress.candles)
  metrics.gauge('history_remaining_seconds', 'Until the history that strategies need is there.', () => history.progress.msLeft / SECOND)
  metrics.gauge('strategies_warming_up', 'Strategies that wait for more history.', () => history.progress.strategiesWarmingUp)
}
