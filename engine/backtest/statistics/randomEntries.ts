import { INTERVAL_MINUTES } from '../../../schema/market/candles.ts'
import { SeededRandom } from '../../../schema/SeededRandom.ts'
import { DAY, istDate, MINUTE, type IsoDate } from '../../../schema/time.ts'
import { LONG, NEUTRAL, SHORT } from '../../analysis/rules/evaluate.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import type { BacktestTrade } from '../trades/BacktestResult.ts'
import { firstAtOrAfter } from '../history/firstAtOrAfter.ts'
import { signalsOf } from '../run/decideSignals.ts'
import { tradeSignals } from '../run/runBacktest.ts'

/** Size of the random pool: a plan that trades less often is run more often, at most MOST_RUNS times. */
const POOL = 300
const MOST_RUNS = 10
const DRAWS = 500

const SIGNAL_SIDES = ['LONG', 'SHORT', 'NEUTRAL'] as const
const DECISIONS = { LONG, SHORT, NEUTRAL } as const

type Trades = readonly Pick<BacktestTrade, 'side' | 'net'>[]

/** How random entries did against the rules' own. */
export interface RandomEntries {
  /** Trades entered at random. */
  readonly trades: number
  /** Their mean net, paise. */
  readonly expectancy: number
  /** Share of the draws, 0 to 1, that earned less than the rules. */
  readonly percentile: number
}

/**
 * The baseline of the rules: the same plan entered at random bars of its window, as many on each day and side as the rules entered, with
 * the same exits, charges and limits. Entries that the trader refuses, because a trade is open, are missing as usual. A run costs as much
 * as one of the plan, so there are few: one, or up to MOST_RUNS until there is a pool of POOL trades. From the pool DRAWS sets of as many
 * trades as the rules made on each side are drawn. The pool is a sample itself: each draw is moved by as much as the mean of another pool
 * might differ. Seeded: the same plan and candles give the same answer. Null without a trade, or where no random entry was taken on a side
 * that the rules traded.
 */
export function randomEntries(trades: readonly BacktestTrade[], plan: BacktestPlan, market: BacktestMarket): RandomEntries | null {
  const runs = Math.min(MOST_RUNS, Math.ceil(POOL / trades.length))
  const random = new SeededRandom('random entries')
  const pool: BacktestTrade[] = []
  for (let run = 0; run < runs && trades.length > 0; run++) {
    const signals = signalsOf(randomDecisions(trades, plan, market, random), plan, market)
    for (const trade of tradeSignals(signals, plan, market).trades) pool.push(trade)
  }
  return compareWithPool(trades, pool)
}

/** The rank of the trades' net among sets drawn from a pool, side by side. See randomEntries(). */
export function compareWithPool(trades: Trades, pool: Trades): RandomEntries | null {
  const sides = SIGNAL_SIDES.flatMap((side) => {
    const count = trades.filter((trade) => trade.side === side).length
    const nets = pool.filter((trade) => trade.side === side).map(({ net }) => net)
    return count === 0 ? [] : [{ count, nets, mean: meanOf(nets) }]
  })
  if (sides.length === 0 || sides.some(({ nets }) => nets.length === 0)) return null
  const random = new SeededRandom('draws')
  const drawnMean = (nets: readonly number[], count: number) => {
    let sum = 0
    for (let i = 0; i < count; i++) sum += nets[Math.floor(random.uniform() * nets.length)]!
    return sum / count
  }
  const net = trades.reduce((total, trade) => total + trade.net, 0)
  let below = 0
  for (let draw = 0; draw < DRAWS; draw++) {
    let drawn = 0
    for (const { count, nets, mean } of sides) drawn += count * (drawnMean(nets, count) + mean - drawnMean(nets, nets.length))
    below += drawn < net ? 1 : drawn === net ? 0.5 : 0
  }
  const expectancy = sides.reduce((total, { count, mean }) => total + count * mean, 0) / trades.length
  return { trades: pool.length, expectancy, percentile: below / DRAWS }
}

/** Decisions on random bars that end within the window, per day and side as many as trades were entered. */
function randomDecisions(trades: readonly BacktestTrade[], plan: BacktestPlan, market: BacktestMarket, random: SeededRandom): Int8Array {
  const { rules, settings } = plan
  const { time } = market.bars(rules.interval)
  const wanted = new Map<IsoDate, BacktestTrade[]>()
  for (const trade of trades) {
    const date = istDate(trade.candleTime)
    const known = wanted.get(date)
    if (known) known.push(trade)
    else wanted.set(date, [trade])
  }
  const decisions = new Int8Array(time.length)
  let bar = 0
  for (const { date, midnight } of market.days) {
    const closesAt = (at: number) => (time[at]! - midnight) / MINUTE + INTERVAL_MINUTES[rules.interval]
    const free: number[] = []
    for (bar = firstAtOrAfter(time, midnight, bar); bar < time.length && time[bar]! < midnight + DAY; bar++)
      if (closesAt(bar) >= settings.windowStart && closesAt(bar) < settings.windowEnd) free.push(bar)
    for (const { side } of wanted.get(date) ?? []) {
      const [chosen] = free.splice(random.integer(0, free.length - 1), 1)
      if (chosen !== undefined) decisions[chosen] = DECISIONS[side]
    }
  }
  return decisions
}

function meanOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}
