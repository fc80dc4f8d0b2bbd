import type { IsoDate } from '../../../schema/time.ts'
import type {
  CountedBatch,
  PerformanceBatch,
  RecordChange,
  RecordKey,
  SignalChange,
  SignalResult,
  StrategyDay,
} from './PerformanceBatch.ts'

/** What a signal counts as: one trade of one lot, the mean over its users, rounded to the paisa. Nothing while nobody has closed one. */
interface OneTrade {
  readonly trades: number
  readonly gained: number
  readonly gross: number
  readonly net: number
  readonly funds: number
}

/** By how much a day of a record has changed. */
interface DayChange {
  readonly key: RecordKey
  readonly day: IsoDate
  readonly sums: OneTrade
}

const NO_TRADE: OneTrade = { trades: 0, gained: 0, gross: 0, net: 0, funds: 0 }

/**
 * Counts changed results: a strategy's record is of one lot and one trade for each signal, net of charges, so that it does not grow with
 * its popularity. Equity, its highest value and drawdown are those at the end of days; a day that nets nothing ends a streak. The cost
 * grows with what has changed and with the days after the earliest change.
 */
export function countResults({ changes, signals, days }: PerformanceBatch): CountedBatch {
  const before = new Map(signals.map((signal) => [signalName(signal), signal]))
  const counted: SignalResult[] = []
  const moved = new Map<string, Map<IsoDate, DayChange>>()
  for (const change of changes) {
    const was = before.get(signalName(change)) ?? nothingOf(change)
    const is = added(was, change)
    counted.push(is)
    const name = recordName(change)
    const ofRecord = moved.get(name) ?? new Map<IsoDate, DayChange>()
    moved.set(name, ofRecord)
    const sums = minus(oneTrade(is), oneTrade(was))
    ofRecord.set(is.day, { key: change, day: is.day, sums: plus(ofRecord.get(is.day)?.sums ?? NO_TRADE, sums) })
  }
  const known = new Map<string, StrategyDay[]>()
  for (const day of days) {
    const name = recordName(day)
    const ofRecord = known.get(name)
    if (ofRecord) ofRecord.push(day)
    else known.set(name, [day])
  }
  const changed = [...moved].map(([name, ofRecord]) => countDays(known.get(name) ?? [], [...ofRecord.values()]))
  return {
    signals: counted,
    days: changed.flatMap(({ days: ofRecord }) => ofRecord),
    records: changed.flatMap(({ record }) => record ?? []),
  }
}

/** Of one record, the days from the earliest changed one on, and what that makes of it. */
function countDays(
  stored: readonly StrategyDay[],
  changes: readonly DayChange[],
): { readonly days: readonly StrategyDay[]; readonly record: RecordChange | null } {
  const [some] = changes
  if (!some) return { days: [], record: null }
  const byDay = new Map(stored.map((day) => [day.day, day]))
  for (const { key, day, sums } of changes) byDay.set(day, withSums(byDay.get(day) ?? emptyDay(key, day), sums))
  const first = changes.reduce((earliest, { day }) => (day < earliest ? day : earliest), some.day)
  const ordered = [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
  let last = ordered.findLast(({ day }) => day < first) ?? null
  const days = ordered.filter(({ day }) => day >= first).map((day) => (last = following(last, day)))
  const { worstDrawdown, longestGain, longestLoss, day: lastDay } = days.at(-1) ?? emptyDay(some.key, first)
  const { trades, gained, gross, net } = changes.reduce((sums, change) => plus(sums, change.sums), NO_TRADE)
  const { strategyId, version, market, mode } = some.key
  const record = { strategyId, version, market, mode, trades, gained, gross, net, worstDrawdown, longestGain, longestLoss }
  return { days, record: { ...record, firstDay: first, lastDay } }
}

function oneTrade({ trades, lotGross, lotNet, lotFunds }: SignalResult): OneTrade {
  if (trades <= 0) return NO_TRADE
  const gross = Math.round(lotGross / trades)
  return { trades: 1, gained: gross > 0 ? 1 : 0, gross, net: Math.round(lotNet / trades), funds: Math.round(lotFunds / trades) }
}

/** The day with where it takes the strategy that stood where `previous` ends; null: it is the first. */
function following(previous: StrategyDay | null, day: StrategyDay): StrategyDay {
  const equity = (previous?.equity ?? 0) + day.net
  const high = Math.max(previous?.high ?? 0, equity)
  const streak = streakAfter(previous?.streak ?? 0, day.net)
  return {
    ...day,
    ...{ equity, high, streak },
    worstDrawdown: Math.max(previous?.worstDrawdown ?? 0, high - equity),
    longestGain: Math.max(previous?.longestGain ?? 0, streak),
    longestLoss: Math.max(previous?.longestLoss ?? 0, -streak),
  }
}

function streakAfter(streak: number, net: number): number {
  if (net === 0) return 0
  const step = Math.sign(net)
  return Math.sign(streak) === step ? streak + step : step
}

function added(was: SignalResult, { trades, lotGross, lotNet, lotFunds }: SignalChange): SignalResult {
  return {
    ...was,
    ...{ trades: was.trades + trades, lotGross: was.lotGross + lotGross, lotNet: was.lotNet + lotNet, lotFunds: was.lotFunds + lotFunds },
  }
}

function nothingOf({ signalId, mode, day }: SignalChange): SignalResult {
  return { signalId, mode, day, trades: 0, lotGross: 0, lotNet: 0, lotFunds: 0 }
}

function plus(one: OneTrade, other: OneTrade): OneTrade {
  return {
    ...{ trades: one.trades + other.trades, gained: one.gained + other.gained, gross: one.gross + other.gross },
    ...{ net: one.net + other.net, funds: one.funds + other.funds },
  }
}

function minus(one: OneTrade, { trades, gained, gross, net, funds }: OneTrade): OneTrade {
  return plus(one, { trades: -trades, gained: -gained, gross: -gross, net: -net, funds: -funds })
}

function withSums(day: StrategyDay, sums: OneTrade): StrategyDay {
  return { ...day, ...plus(day, sums) }
}

function emptyDay({ strategyId, version, market, mode }: RecordKey, day: IsoDate): StrategyDay {
  const start = { equity: 0, high: 0, worstDrawdown: 0, streak: 0, longestGain: 0, longestLoss: 0 }
  return { strategyId, version, market, mode, day, ...NO_TRADE, ...start }
}

function signalName({ signalId, mode }: Pick<SignalResult, 'signalId' | 'mode'>): string {
  return `${signalId} ${mode}`
}

function recordName({ strategyId, version, market, mode }: RecordKey): string {
  return `${strategyId} ${version} ${mode} ${market}`
}
