import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import type { Candle } from '../../../schema/market/candles.ts'
import { paise } from '../../../schema/money.ts'
import { DAY, istDate, istInstant, MINUTE, type Instant } from '../../../schema/time.ts'
import type { Instrument } from '../market/Instrument.ts'
import type { SandboxMarket } from '../market/SandboxMarket.ts'

/** The broker's bar lengths: minutes in a bar (null: the session) and how many days one request may span. */
export const CANDLE_INTERVALS = {
  ONE_MINUTE: { minutes: 1, maxDays: 30 },
  THREE_MINUTE: { minutes: 3, maxDays: 60 },
  FIVE_MINUTE: { minutes: 5, maxDays: 100 },
  TEN_MINUTE: { minutes: 10, maxDays: 100 },
  FIFTEEN_MINUTE: { minutes: 15, maxDays: 200 },
  THIRTY_MINUTE: { minutes: 30, maxDays: 200 },
  ONE_HOUR: { minutes: 60, maxDays: 400 },
  ONE_DAY: { minutes: null, maxDays: 2_000 },
} as const satisfies Record<string, { minutes: number | null; maxDays: number }>
export type CandleInterval = keyof typeof CANDLE_INTERVALS

/** The bars that start at or after `from` and not after `to` (days: by date) and are closed at `now`; oldest first, counted from 09:15. */
export function candleBars(
  market: SandboxMarket,
  instrument: Instrument,
  interval: CandleInterval,
  from: Instant,
  to: Instant,
  now: Instant,
): Candle[] {
  const { minutes } = CANDLE_INTERVALS[interval]
  const bars: Candle[] = []
  let date = market.source.sessionFrom(istDate(from))
  while (date !== null && date <= istDate(to)) {
    const { open, close } = SHIPPED_MARKET_RULES.sessionHours(date)
    const day = market.minuteCandles(instrument, date, now)
    const folded = minutes === null ? foldBars(day, open, close - open) : foldBars(day, open, minutes * MINUTE)
    for (const bar of folded) {
      const closesAt = minutes === null ? close : Math.min(close, bar.time + minutes * MINUTE)
      if (closesAt > now) continue
      // Daily bars are stamped with midnight and requested by date.
      if (minutes === null) bars.push({ ...bar, time: istInstant(date, 0) })
      else if (bar.time >= from && bar.time <= to) bars.push(bar)
    }
    date = market.source.sessionFrom(istDate(open + DAY))
  }
  return bars
}

/** Folds minutes into bars of a length (milliseconds) counted from `origin`. */
function foldBars(minutes: readonly Candle[], origin: Instant, length: number): Candle[] {
  const bars: Candle[] = []
  for (const minute of minutes) {
    const time = minute.time - ((minute.time - origin) % length)
    const bar = bars.at(-1)
    if (bar?.time !== time) {
      bars.push({ ...minute, time })
      continue
    }
    bars[bars.length - 1] = {
      time,
      open: bar.open,
      high: paise(Math.max(bar.high, minute.high)),
      low: paise(Math.min(bar.low, minute.low)),
      close: minute.close,
      volume: bar.volume + minute.volume,
    }
  }
  return bars
}
