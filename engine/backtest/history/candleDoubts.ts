import { counted } from '../../../schema/counted.ts'
import type { CandleColumns } from '../../../schema/market/candles.ts'
import { INDICES, type IndexSymbol } from '../../../schema/market/indices.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { addDays, istDate, istInstant, istIso, MINUTE, type Instant, type IsoDate } from '../../../schema/time.ts'

/** About where each index stood at the end of a year: only twice as much, or half, is far from it. */
const YEAR_END_LEVELS: Readonly<Record<IndexSymbol, Readonly<Record<number, number>>>> = {
  NIFTY: { 2017: 10_531, 2018: 10_863, 2019: 12_168, 2020: 13_982, 2021: 17_354, 2022: 18_105, 2023: 21_731, 2024: 23_645, 2025: 26_130 },
  BANKNIFTY: {
    2017: 25_539,
    2018: 27_160,
    2019: 32_162,
    2020: 31_264,
    2021: 35_482,
    2022: 42_986,
    2023: 48_292,
    2024: 50_860,
    2025: 59_582,
  },
  SENSEX: { 2017: 34_057, 2018: 36_068, 2019: 41_254, 2020: 47_751, 2021: 58_254, 2022: 60_841, 2023: 72_240, 2024: 78_139, 2025: 85_221 },
  // No level is said of years before its options were traded.
  MIDCPNIFTY: { 2022: 8_500, 2023: 10_500, 2024: 12_400, 2025: 13_900 },
}
/** How many times the year's level, or what share of it, is far. */
const FAR = 2
/** A minute in which the index moves by more is no minute of it: the exchanges halt at a tenth. */
const LEAP = 0.1
/** Leaps and days that are named; the others are counted. */
const NAMED = 5

/** What speaks against a file of an index's minutes though each row of it can be read. */
export interface CandleDoubts {
  /** Minutes without a candle, in sessions that have some. */
  readonly missingMinutes: number
  /** Sessions of those. */
  readonly incompleteDays: number
  /** Sessions between the first and the last without any candle. */
  readonly missingDays: readonly IsoDate[]
  /** Candles of which a price leaves the close before by more than a tenth. */
  readonly leaps: readonly { readonly time: Instant; readonly before: number; readonly price: number }[]
  /** The first session whose prices are twice the year's level of the index or more, or half of it or less; null: none. */
  readonly far: { readonly date: IsoDate; readonly price: number; readonly level: number } | null
}

/** Looks at an index's one-minute candles, which lie in sessions. Prices are rupees. */
export function candleDoubts(index: IndexSymbol, { time, high, low, close }: CandleColumns, rules: MarketRules): CandleDoubts {
  const counts = new Map<IsoDate, number>()
  const leaps: { time: Instant; before: number; price: number }[] = []
  let far: CandleDoubts['far'] = null
  let date = ''
  let midnightAfter = -Infinity
  for (let i = 0; i < time.length; i++) {
    const at = time[i]!
    if (at >= midnightAfter) {
      date = istDate(at)
      midnightAfter = istInstant(date, 24 * 60)
      const level = levelOf(index, date)
      far ??= level !== null && (close[i]! >= level * FAR || close[i]! <= level / FAR) ? { date, price: close[i]!, level } : null
    }
    counts.set(date, (counts.get(date) ?? 0) + 1)
    if (i === 0) continue
    const before = close[i - 1]!
    const price = Math.abs(high[i]! / before - 1) > Math.abs(low[i]! / before - 1) ? high[i]! : low[i]!
    if (Math.abs(price / before - 1) > LEAP) leaps.push({ time: at, before, price })
  }
  let missingMinutes = 0
  let incompleteDays = 0
  const missingDays: IsoDate[] = []
  const days = [...counts.keys()]
  for (let day = days[0]; day !== undefined && day <= days.at(-1)!; day = addDays(day, 1)) {
    const session = rules.indexSessionOf(day)
    if (!session) continue
    const found = counts.get(day)
    if (found === undefined) {
      if (rules.isTradingDay(day)) missingDays.push(day)
      continue
    }
    const pause = rules.pauseOn(day)
    const missing = rules.tradedMinutesOf(session) - (pause ? (pause.close - pause.open) / MINUTE : 0) - found
    if (missing <= 0) continue
    missingMinutes += missing
    incompleteDays++
  }
  return { missingMinutes, incompleteDays, missingDays, leaps, far }
}

/** Sentences for a report; none when nothing speaks against the file. */
export function describeCandleDoubts(index: IndexSymbol, doubts: CandleDoubts): string[] {
  const { missingMinutes, incompleteDays, missingDays, leaps, far } = doubts
  const others = (all: readonly unknown[]) => (all.length > NAMED ? ` and ${all.length - NAMED} more` : '')
  const sentences = [
    missingMinutes > 0 && `${counted(missingMinutes, 'minute')} missing in ${counted(incompleteDays, 'session')}.`,
    missingDays.length > 0 &&
      `${counted(missingDays.length, 'session')} missing altogether: ${missingDays.slice(0, NAMED).join(', ')}${others(missingDays)}.`,
    leaps.length > 0 &&
      `${counted(leaps.length, 'candle')} more than ${LEAP * 100}% away from the one before: ${leaps
        .slice(0, NAMED)
        .map(({ time, before, price }) => `${istIso(time).slice(0, 16)} (${price} after ${before})`)
        .join(', ')}${others(leaps)}.`,
    far &&
      `${INDICES[index].label} was near ${far.level.toLocaleString('en-IN')} at the time of ${far.date}, where the file has ${far.price.toLocaleString('en-IN')}: is it another index, or are these no rupees?`,
  ]
  return sentences.filter((sentence) => sentence !== false && sentence !== null)
}

/** The level at the end of the year before, else of the year; null: of neither is one known. */
function levelOf(index: IndexSymbol, date: IsoDate): number | null {
  const levels = YEAR_END_LEVELS[index]
  const year = Number(date.slice(0, 4))
  return levels[year - 1] ?? levels[year] ?? null
}
