import type { Logger } from 'pino'
import { INDEX_SYMBOLS } from '../../../schema/market/indices.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { istDate, SECOND, type Instant } from '../../../schema/time.ts'
import type { ReadinessCheck } from '../../broker/accounts/ReadinessCheck.ts'
import type { SmartApiBroker } from '../../broker/smartapi/SmartApiBroker.ts'
import { ContractList } from '../../market/ContractList.ts'
import { MarketData } from '../../market/MarketData.ts'
import type { EngineClock } from '../../schedule/EngineClock.ts'
import { marketFacts } from '../../schedule/marketFacts.ts'
import { definePart } from '../Part.ts'
import type { Wait } from '../Platform.ts'

const CONTRACTS_BEAT_MS = 5 * SECOND

interface Needs {
  readonly broker: SmartApiBroker
  readonly readinessCheck: ReadinessCheck
  readonly time: EngineClock
  readonly rules: () => MarketRules
  readonly wait: Wait
  readonly now: () => Instant
  readonly log: Logger
}

/** The market as the broker shows it: ticks, candles, its clock, and the contracts of the day. feedPart.ts begins it. */
export const marketPart = definePart({
  open: ({ broker, readinessCheck, time, rules, now, log }: Needs) => {
    const market = new MarketData({ broker, symbols: INDEX_SYMBOLS, now, rules, log })
    const contracts = new ContractList(() => broker.contracts(), log)
    readinessCheck.learnMarket(() => marketFacts({ broker, market, contracts, time, now }))
    return { market, contracts }
  },
  run: ({ market, contracts, time, wait, now, log }) => {
    const readContracts = () => contracts.readFor(istDate(time.now()))
    const refreshContracts = () => void readContracts().catch((error: unknown) => log.warn({ err: error }, 'contracts not read'))
    market.onClock((clock) => {
      time.clock = clock
      refreshContracts()
    })
    return {
      beats: [{ everyMs: CONTRACTS_BEAT_MS, do: refreshContracts }],
      begin: () => wait('the contracts', readContracts),
      metrics: (metrics) => {
        metrics.counters('ticks_dropped_total', 'Ticks that were dropped, by reason.', 'reason', () => market.drops)
        metrics.gauges('tick_age_seconds', 'Since an index last ticked; of one that never did, since 1970.', 'index', () =>
          Object.fromEntries(INDEX_SYMBOLS.map((symbol) => [symbol, (now() - (market.lastIndexTickAt(symbol) ?? 0)) / SECOND])),
        )
        metrics.gauges('feed_missing', 'Prices that do not come although others do, by why.', 'why', () => market.missing)
        metrics.counter(
          'candles_outside_session_total',
          "Candles of the broker's history outside the session, dropped.",
          () => market.candlesOutside,
        )
      },
      degraded: () => market.feedFaults,
    }
  },
})
