import { z } from 'zod'
import type { Candle } from '../../../schema/market/candles.ts'
import { fromRupees } from '../../../schema/money.ts'
import { DAY, istIso, MINUTE, type Instant } from '../../../schema/time.ts'
import { BrokerError, type InstrumentKey } from '../port.ts'
import { ENDPOINTS } from './endpoints.ts'
import type { SmartApiRest } from './SmartApiRest.ts'

/** The broker gives one-minute candles for at most 30 days a call. */
const LONGEST_SPAN = 29 * DAY

const price = z.number().positive().max(10_000_000).transform(fromRupees)
const candleRow = z
  .tuple([z.iso.datetime({ offset: true }).transform(Date.parse), price, price, price, price, z.number().nonnegative()])
  .rest(z.unknown())
  .refine(([time, open, high, low, close]) => time % MINUTE === 0 && low <= Math.min(open, close) && high >= Math.max(open, close))
const candleRows = z.array(z.unknown()).nullable()

/**
 * One-minute candles with `from` ≤ time < `to` that are closed at `marketNow`, oldest first, each minute once.
 * A row that is no possible candle is left out, as if the market had not had that minute.
 */
export async function fetchMinuteCandles(
  rest: SmartApiRest,
  key: InstrumentKey,
  from: Instant,
  to: Instant,
  marketNow: Instant,
): Promise<readonly Candle[]> {
  const candles = new Map<Instant, Candle>()
  // The broker refuses a `todate` in its future, and includes the minute that `todate` names.
  const last = Math.min(to, marketNow) - MINUTE
  for (let start = from; start <= last; start += LONGEST_SPAN) {
    const end = Math.min(last, start + LONGEST_SPAN - MINUTE)
    const reply = candleRows.safeParse(
      await rest.read(ENDPOINTS.candles, {
        exchange: key.exchange,
        symboltoken: key.token,
        interval: 'ONE_MINUTE',
        fromdate: istMinute(start),
        todate: istMinute(end),
      }),
    )
    if (!reply.success) throw new BrokerError('malformed', 'the candle answer is no list')
    for (const row of reply.data ?? []) {
      const candle = candleRow.safeParse(row)
      if (!candle.success) continue
      const [time, open, high, low, close, volume] = candle.data
      if (time >= from && time <= last) candles.set(time, { time, open, high, low, close, volume })
    }
  }
  return [...candles.values()].sort((a, b) => a.time - b.time)
}

/** `YYYY-MM-DD HH:mm` in India. */
function istMinute(at: Instant): string {
  return istIso(at).slice(0, 16).replace('T', ' ')
}
