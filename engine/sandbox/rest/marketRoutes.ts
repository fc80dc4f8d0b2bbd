import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toRupees } from '../../../schema/money.ts'
import { DAY, istDate, istIso, type Instant } from '../../../schema/time.ts'
import { INDEX_INSTRUMENTS, instrumentOf, type Instrument } from '../market/Instrument.ts'
import type { MarketQuote, SandboxMarket } from '../market/SandboxMarket.ts'
import type { Access } from '../access/Access.ts'
import { parseBrokerMinute } from './brokerTime.ts'
import { CANDLE_INTERVALS, candleBars, type CandleInterval } from './candleBars.ts'
import { failure, success } from '../access/envelopes.ts'
import { masterRows } from './masterRows.ts'
import { quoteItem } from './quoteItem.ts'

const MAX_QUOTES = 50
const ROOT = '/rest/secure/angelbroking'

const ExchangeName = z.enum(['NSE', 'BSE', 'NFO', 'BFO'])
const QuoteRequest = z.object({
  mode: z.enum(['LTP', 'OHLC', 'FULL']),
  exchangeTokens: z.partialRecord(ExchangeName, z.array(z.string())),
})
const LtpRequest = z.object({ exchange: ExchangeName, symboltoken: z.string() })
const SearchRequest = z.object({ exchange: ExchangeName, searchscrip: z.string().min(1) })
const CandleRequest = z.object({
  exchange: ExchangeName,
  symboltoken: z.string(),
  interval: z.enum(Object.keys(CANDLE_INTERVALS) as [CandleInterval, ...CandleInterval[]]),
  fromdate: z.string(),
  todate: z.string(),
})

/** Prices, candles and instruments (SmartAPI §6, §10). */
export function marketRoutes(app: FastifyInstance, access: Access, market: SandboxMarket, marketNow: () => Instant): void {
  const quoteOf = (instrument: Instrument | null, now: Instant): MarketQuote | null => {
    const tick = instrument && market.isAlive(instrument, istDate(now)) ? market.lastTick(instrument.index, now) : null
    return instrument && tick && market.quote(instrument, tick)
  }

  app.post(`${ROOT}/market/v1/quote`, { preHandler: [...access.secured({ second: 10, minute: 500, hour: 5_000 })] }, (request, reply) => {
    const parsed = QuoteRequest.safeParse(request.body)
    if (!parsed.success) return reply.code(400).send(failure('AB1004', z.prettifyError(parsed.error)))
    const { mode, exchangeTokens } = parsed.data
    const asked = ExchangeName.options.flatMap((exchange) => (exchangeTokens[exchange] ?? []).map((token) => ({ exchange, token })))
    if (asked.length > MAX_QUOTES) return failure('AB1004', `${asked.length} tokens asked for, at most ${MAX_QUOTES} are answered`)
    const now = marketNow()
    const fetched: unknown[] = []
    const unfetched: unknown[] = []
    for (const { exchange, token } of asked) {
      const instrument = instrumentOf(exchange, token)
      const quote = quoteOf(instrument, now)
      if (instrument && quote) fetched.push(quoteItem(instrument, quote, mode))
      else {
        const [errorCode, message] = token === '' ? ['AB4018', 'Symbol token is empty'] : ['AB1009', 'Symbol Not Found']
        unfetched.push({ exchange, symbolToken: token, message, errorCode })
      }
    }
    return reply.send(success({ fetched, unfetched }))
  })

  app.post(
    `${ROOT}/order/v1/getLtpData`,
    { preHandler: [...access.secured({ second: 10, minute: 500, hour: 5_000 })] },
    (request, reply) => {
      const parsed = LtpRequest.safeParse(request.body)
      if (!parsed.success) return reply.code(400).send(failure('AB1004', z.prettifyError(parsed.error)))
      const instrument = instrumentOf(parsed.data.exchange, parsed.data.symboltoken)
      const quote = quoteOf(instrument, marketNow())
      if (!instrument || !quote) return failure('AB1009', 'Symbol Not Found')
      const { tradingSymbol, symbolToken, ...prices } = quoteItem(instrument, quote, 'OHLC')
      return reply.send(success({ ...prices, tradingsymbol: tradingSymbol, symboltoken: symbolToken }))
    },
  )

  app.post(`${ROOT}/order/v1/searchScrip`, { preHandler: [...access.secured({ second: 1 })] }, (request, reply) => {
    const parsed = SearchRequest.safeParse(request.body)
    if (!parsed.success) return reply.code(400).send(failure('AB1004', z.prettifyError(parsed.error)))
    const { exchange, searchscrip } = parsed.data
    const found = [...INDEX_INSTRUMENTS, ...market.listed(istDate(marketNow()))]
      .filter((row) => row.exchange === exchange && row.tradingSymbol.toUpperCase().includes(searchscrip.toUpperCase()))
      .map((row) => ({ exchange, tradingsymbol: row.tradingSymbol, symboltoken: row.token }))
    return reply.send(success(found))
  })

  app.post(
    `${ROOT}/historical/v1/getCandleData`,
    { preHandler: [...access.secured({ second: 3, minute: 180, hour: 5_000 })] },
    (request, reply) => {
      const parsed = CandleRequest.safeParse(request.body)
      if (!parsed.success) return reply.code(400).send(failure('AB1004', z.prettifyError(parsed.error)))
      const { exchange, symboltoken, interval, fromdate, todate } = parsed.data
      const [from, to, now] = [parseBrokerMinute(fromdate), parseBrokerMinute(todate), marketNow()]
      const { maxDays } = CANDLE_INTERVALS[interval]
      if (from === null || to === null) return failure('AB1004', 'fromdate and todate must be YYYY-MM-DD HH:mm')
      if (to < from) return failure('AB1004', `todate ${todate} is before fromdate ${fromdate}`)
      if (to > now) return failure('AB1004', `todate ${todate} is later than now, ${istIso(now)}`)
      if (to - from > maxDays * DAY) return failure('AB1004', `${interval} is answered for at most ${maxDays} days at a time`)
      const instrument = instrumentOf(exchange, symboltoken)
      if (!instrument) return reply.send(success(null))
      const bars = candleBars(market, instrument, interval, from, to, now)
      const rows = bars.map(({ time, open, high, low, close, volume }) => [istIso(time), ...[open, high, low, close].map(toRupees), volume])
      return reply.send(success(rows))
    },
  )

  app.get('/OpenAPI_File/files/OpenAPIScripMaster.json', () => masterRows(market, istDate(marketNow())))
}
