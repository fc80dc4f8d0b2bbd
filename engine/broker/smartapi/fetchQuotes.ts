import { z } from 'zod'
import type { Exchange } from '../../../schema/market/indices.ts'
import { fromRupees } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import { BrokerError, type InstrumentKey, type Tick } from '../port.ts'
import { ENDPOINTS } from './endpoints.ts'
import type { SmartApiRest } from './SmartApiRest.ts'

const TOKENS_PER_CALL = 50
const EXCHANGES = ['NSE', 'BSE', 'NFO', 'BFO'] as const satisfies readonly Exchange[]

const level = z.object({ price: z.number().nonnegative().transform(fromRupees), quantity: z.number().int().nonnegative() })
const quoteItem = z.object({
  exchange: z.enum(EXCHANGES),
  symbolToken: z.string(),
  ltp: z.number().positive().transform(fromRupees),
  exchFeedTime: z
    .string()
    .regex(/^\d{2}-[A-Z][a-z]{2}-\d{4} \d{2}:\d{2}:\d{2}$/)
    .transform(parseExchangeTime)
    .pipe(z.number()),
  depth: z.object({ buy: z.array(level), sell: z.array(level) }).optional(),
})
const quoteReply = z.object({ fetched: z.array(z.unknown()).nullable() })

/**
 * The latest state of each instrument, at most 50 a call. Instruments the market does not answer for, or answers with
 * values that cannot be, are missing from the result.
 */
export async function fetchQuotes(rest: SmartApiRest, keys: readonly InstrumentKey[]): Promise<readonly Tick[]> {
  const ticks: Tick[] = []
  for (let start = 0; start < keys.length; start += TOKENS_PER_CALL) {
    const reply = quoteReply.safeParse(
      await rest.read(ENDPOINTS.quote, { mode: 'FULL', exchangeTokens: tokensByExchange(keys.slice(start, start + TOKENS_PER_CALL)) }),
    )
    if (!reply.success) throw new BrokerError('malformed', 'the quote answer has no list of fetched items')
    for (const item of reply.data.fetched ?? []) {
      const quote = quoteItem.safeParse(item)
      if (quote.success) ticks.push(toTick(quote.data))
    }
  }
  return ticks
}

function tokensByExchange(keys: readonly InstrumentKey[]): Partial<Record<Exchange, string[]>> {
  const tokens: Partial<Record<Exchange, string[]>> = {}
  for (const { exchange, token } of keys) (tokens[exchange] ??= []).push(token)
  return tokens
}

function toTick({ exchange, symbolToken, ltp, exchFeedTime, depth }: z.output<typeof quoteItem>): Tick {
  const bid = depth?.buy[0]
  const ask = depth?.sell[0]
  return {
    exchange,
    token: symbolToken,
    at: exchFeedTime,
    lastPrice: ltp,
    bid: bid && bid.price > 0 ? bid.price : null,
    ask: ask && ask.price > 0 ? ask.price : null,
    bidQuantity: bid?.quantity ?? 0,
    askQuantity: ask?.quantity ?? 0,
  }
}

/** `21-Jun-2023 10:46:10`, India's time; NaN when it is no time. */
function parseExchangeTime(text: string): Instant {
  return Date.parse(`${text.replaceAll('-', ' ')} GMT+0530`)
}
