import { z } from 'zod'
import { istInstant, SECOND, type Instant } from '../../../schema/time.ts'
import { BrokerError, type InstrumentKey } from '../port.ts'
import { ENDPOINTS } from './endpoints.ts'
import type { SmartApiRest } from './SmartApiRest.ts'

export interface LastPrice {
  readonly token: string
  readonly symbol: string
  /** In rupees. */
  readonly ltp: number
  /** The exchange's time: market time. */
  readonly at: Instant
}

/** The broker answers at most so many instruments a call. */
const BATCH = 50
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const TIME = /^(\d{2})-([A-Z][a-z]{2})-(\d{4}) (\d{2}):(\d{2}):(\d{2})$/

const quoted = z.object({
  symbolToken: z.coerce.string(),
  tradingSymbol: z.string(),
  ltp: z.coerce.number().positive(),
  exchFeedTime: z.string().optional(),
})
const reply = z.object({ fetched: z.array(z.unknown()) })

/** The last prices of instruments, those without one left out. `marketNow` replaces a time the broker does not report. */
export async function fetchLastPrices(
  rest: SmartApiRest,
  keys: readonly InstrumentKey[],
  marketNow: Instant,
): Promise<readonly LastPrice[]> {
  const prices: LastPrice[] = []
  for (let from = 0; from < keys.length; from += BATCH) {
    const exchangeTokens: Record<string, string[]> = {}
    for (const { exchange, token } of keys.slice(from, from + BATCH)) (exchangeTokens[exchange] ??= []).push(token)
    const answer = reply.safeParse(await rest.read(ENDPOINTS.quote, { mode: 'FULL', exchangeTokens }))
    if (!answer.success) throw new BrokerError('malformed', 'the quote answer has no list')
    for (const row of answer.data.fetched) {
      const quote = quoted.safeParse(row)
      if (!quote.success) continue
      const { symbolToken, tradingSymbol, ltp, exchFeedTime } = quote.data
      prices.push({ token: symbolToken, symbol: tradingSymbol, ltp, at: parseTime(exchFeedTime ?? '') ?? marketNow })
    }
  }
  return prices
}

/** The instant of `21-Jun-2023 10:46:10` in India; null when it is none. */
function parseTime(text: string): Instant | null {
  const [, day, name, year, hour, minute, second] = TIME.exec(text) ?? []
  const month = MONTHS.indexOf(name ?? '') + 1
  if (month === 0) return null
  const at = istInstant(`${year}-${String(month).padStart(2, '0')}-${day}`, Number(hour) * 60 + Number(minute)) + Number(second) * SECOND
  return Number.isNaN(at) ? null : at
}
