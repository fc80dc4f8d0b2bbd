import type { LiveIncidentKind } from '../../../schema/trading/liveIncidents.ts'
import type { Metrics } from '../../runtime/Metrics.ts'
import type { TradingFloor } from '../../trading/floor/TradingFloor.ts'

/** Names the metrics of trading. */
export function floorMetrics(metrics: Metrics, floor: Pick<TradingFloor, 'counts' | 'liveIncidents'>): void {
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
}
