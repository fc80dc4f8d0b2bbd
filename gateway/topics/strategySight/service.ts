import { Series } from '../../../engine/analysis/rules/Series.ts'
import { warmUpBars } from '../../../engine/analysis/rules/warmUp.ts'
import type { Database } from '../../../prisma/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { StrategySight } from '../../../schema/graphql/strategySight.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { INTERVAL_MINUTES, type CandleColumns } from '../../../schema/market/candles.ts'
import { shownIndex, type IndexSymbol } from '../../../schema/market/indices.ts'
import type { RuleSet } from '../../../schema/rules/RuleSet.ts'
import { MINUTE, type Instant } from '../../../schema/time.ts'
import { nextCheck } from '../../../schema/trading/nextCheck.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { Bars } from '../market/Bars.ts'
import type { MarketService } from '../market/service.ts'
import { storedRules, withNewest } from '../strategies/toStrategy.ts'
import { viewerOf, visibleTo } from '../strategies/visibleTo.ts'
import { sightInput } from './input.ts'
import { judgeSides } from './judgeSides.ts'

interface Parts {
  readonly db: Database
  readonly bars: Bars
  readonly market: MarketService
}

/** What strategies see now: their rules on the last closed candle, with the numbers compared. */
export class StrategySightService {
  readonly #parts: Parts
  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Of one index, by the version that the caller is subscribed to, else the newest. Throws NOT_FOUND for a strategy that the caller may not see. */
  async on(caller: Principal, input: unknown): Promise<StrategySight> {
    const { db, market } = this.#parts
    const { strategyId, symbol } = parseInput(sightInput, input)
    const [row, own, status] = await Promise.all([
      db.strategy.findFirst({ where: { id: strategyId, ...visibleTo(viewerOf(caller)) }, include: withNewest }),
      db.subscription.findFirst({
        where: { userId: caller.userId, strategyId, endedAt: null },
        select: { strategyVersion: true, windowStart: true, windowEnd: true },
      }),
      market.status(),
    ])
    if (!row) throw new UserFacingError('NOT_FOUND', 'This strategy is not available.')
    const terms = own?.strategyVersion ?? row.newest
    const { isOpen, marketTime } = status
    const now = marketTime.getTime()
    const rules = storedRules(terms)
    const seen = await this.#seen(rules, symbol, now)
    const window = { start: own?.windowStart ?? terms.windowStart, end: own?.windowEnd ?? terms.windowEnd }
    const next = isOpen ? nextCheck(window, INTERVAL_MINUTES[rules.interval], now) : null
    const nextCheckAt = next === null ? null : new Date(next)
    return { strategyId, version: terms.version, instrument: shownIndex(symbol), marketOpen: isOpen, nextCheckAt, ...seen }
  }

  async #seen(rules: RuleSet, symbol: IndexSymbol, now: Instant) {
    const { interval } = rules
    const length = lengthOf(rules)
    // One more: the last one may be forming.
    const count = Math.min(warmUpBars(rules) + 1, LIMITS.indicators.history)
    const bars = closedBars(await this.#parts.bars.last({ symbol, interval, count, before: null }), length, now)
    const candleTime = bars.time.at(-1)
    if (candleTime === undefined)
      return { candleTime: null, closedAt: null, sides: [], unknown: `No candles of ${shownIndex(symbol)} are stored yet.` }
    const sides = judgeSides(rules, new Series(bars, interval))
    return { candleTime: new Date(candleTime), closedAt: new Date(candleTime + length), sides, unknown: null }
  }
}

const lengthOf = ({ interval }: RuleSet) => INTERVAL_MINUTES[interval] * MINUTE

/** Without the last bar while it is forming: nothing is decided on it yet. */
function closedBars(bars: CandleColumns, length: number, now: Instant): CandleColumns {
  const last = bars.time.at(-1)
  if (last === undefined || last + length <= now) return bars
  const closed = (column: Float64Array) => column.subarray(0, -1)
  const { time, open, high, low, close, volume } = bars
  return { time: closed(time), open: closed(open), high: closed(high), low: closed(low), close: closed(close), volume: closed(volume) }
}
