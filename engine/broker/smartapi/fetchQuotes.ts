import { z } from 'zod'
import { fromRupees } from '../../../schema/money.ts'
import { MONTHS } from '../../../schema/months.ts'
import { istInstant, SECOND, type Instant } from '../../../schema/time.ts'
import { BrokerError, type InstrumentKey, type Tick } from '../port.ts'
import { ENDPOINTS } from './endpoints.ts'
import type { SmartApiRest } from './SmartApiRest.ts'

/** What the broker answers of one instrument when asked. */
export interface Quote extends Tick {
  readonly symbol: string
}

/** The broker answers at most so many instruments a call. */
const BATCH = 50
/** In rupees, one crore: no index or option is near it. */
const HIGHEST_PRICE = 10_000_000
const TIME = /^(\d{2})-([A-Z][a-z]{2})-(\d{4}) (\d{2}):(\d{2}):(\d{2})$/

const price = z.coerce.number().max(HIGHEST_PRICE)
const level = z.object({ price: price.nonnegative(), quantity: z.coerce.number().int().nonnegative() })
const side = z.array(level)
const quoted = z.object({
  exchange: z.string(),
  symbolToken: z.coerce.string(),
  tradingSymbol: z.string(),
  ltp: price.positive(),
  exchFeedTime: z.string().optional(),
  depth: z.object({ buy: side, sell: side }).optional().catch(undefined),
})
const reply = z.object({ fetched: z.array(z.unknown()) })

/**
 * The last prices of instruments with the best bid and ask, those without a price left out. A book that cannot be is taken for none.
 * `marketNow` replaces a time the broker does not report.
 */
export async function fetchQuotes(rest: SmartApiRest, keys: readonly InstrumentKey[], marketNow: Instant): Promise<readonly Quote[]> {
  const quotes: Quote[] = []
  for (let from = 0; from < keys.length; from += BATCH) {
    const asked = keys.slice(from, from + BATCH)
    const exchangeTokens: Record<string, string[]> = {}
    for (const { exchange, token } of asked) (exchangeTokens[exchange] ??= []).push(token)
    const answer = reply.safeParse(await rest.read(ENDPOINTS.quote, { mode: 'FULL', exchangeTokens }))
    if (!answer.success) throw new BrokerError('malformed', 'the quote answer has no list')
    for (const row of answer.data.fetched) {
      const quote = quoted.safeParse(row)
      if (!quote.success) continue
      const { exchange, symbolToken, tradingSymbol, ltp, exchFeedTime, depth } = quote.data
      const key = asked.find((each) => each.token === symbolToken && each.exchange === exchange)
      if (!key) continue
      quotes.push({
        ...{ exchange: key.exchange, token: key.token, symbol: tradingSymbol, lastPrice: fromRupees(ltp) },
        ...{ at: parseTime(exchFeedTime ?? '') ?? marketNow, ...touchesOf(depth) },
      })
    }
  }
  return quotes
}

/** The first level of either side; null for an empty one. */
function touchesOf(depth: z.infer<typeof quoted>['depth']): Pick<Tick, 'bid' | 'ask' | 'bidQuantity' | 'askQuantity'> {
  const [buy, sell] = [bestOf(depth?.buy), bestOf(depth?.sell)]
  if (buy && sell && buy.price > sell.price) return { bid: null, ask: null, bidQuantity: 0, askQuantity: 0 }
  return {
    bid: buy ? fromRupees(buy.price) : null,
    ask: sell ? fromRupees(sell.price) : null,
    bidQuantity: buy?.quantity ?? 0,
    askQuantity: sell?.quantity ?? 0,
  }
}

function bestOf([best]: z.infer<typeof side> = []): z.infer<typeof level> | null {
  return best && best.price > 0 && best.quantity > 0 ? best : null
}

/** The instant of `21-Jun-2023 10:46:10` in India; null when it is none. */
function parseTime(text: string): Instant | null {
  const [, day, name, year, hour, minute, second] = TIME.exec(text) ?? []
  const month = MONTHS.indexOf((name ?? '').toUpperCase()) + 1
  if (month === 0) return null
  const at = istInstant(`${year}-${String(month).padStart(2, '0')}-${day}`, Number(hour) * 60 + Number(minute)) + Number(second) * SECOND
  return Number.isNaN(at) ? null : at
}
