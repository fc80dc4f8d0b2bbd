import { paise, toRupees } from '../../../schema/money.ts'
import { formatTimeOfDay, istMinuteOfDay } from '../../../schema/time.ts'
import { shownIndex } from '../../../schema/market/indices.ts'
import { indexPoints } from './indexPoints.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import type { EntrySignal } from './readTrades.ts'

/** Why a trade was opened: "EMA(9) crosses above EMA(21) on the 1min candle of 10:29, NIFTY at 24,512.30." `rule` null: no longer known. */
export function describeEntry({ symbol, interval, candleTime, price }: EntrySignal, side: SignalSide, rule: string | null): string {
  const time = formatTimeOfDay(istMinuteOfDay(candleTime))
  return `${rule ?? `The strategy signalled ${side}`} on the ${interval} candle of ${time}, ${shownIndex(symbol)} at ${indexPoints(toRupees(paise(price)))}.`
}
