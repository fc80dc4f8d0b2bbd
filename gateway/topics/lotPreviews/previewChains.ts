import type { CurrentMarketRules } from '../../../prisma/CurrentMarketRules.ts'
import type { Database } from '../../../prisma/client.ts'
import { isoDateOf } from '../../../prisma/isoDateOf.ts'
import type { VixCloses } from '../../../engine/backtest/history/vixLevel.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { marketTimeAt } from '../../../schema/market/MarketClock.ts'
import { paise } from '../../../schema/money.ts'
import { addDays, DAY, istDate, istInstant, MINUTE, type Instant } from '../../../schema/time.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import type { PriceBoard } from '../market/PriceBoard.ts'
import type { LastPrice, MarketService } from '../market/service.ts'
import { listedNear, PreviewChain } from './PreviewChain.ts'

/** What is known of the market, and where from. */
export interface MarketParts {
  readonly db: Database
  readonly rules: CurrentMarketRules
  readonly engine: EngineStates
  readonly prices: PriceBoard
  readonly market: MarketService
}

/** How much older than the index's price an option's may be: beyond that it belongs to another index price. */
const SAME_MOMENT = 5 * MINUTE
/** Older index prices are of a market that nobody follows any more: over the longest holidays. */
const OLDEST = 6 * DAY
/** Days before a market day among which its last India VIX is looked for. */
const VIX_DAYS = 7

/** The options of indices at this moment, by index; without those whose price is not known, or too old. */
export async function previewChains(parts: MarketParts, indices: readonly IndexSymbol[]): Promise<Map<IndexSymbol, PreviewChain>> {
  const { db, engine, market, rules, prices } = parts
  const state = await engine.read()
  if (!state) return new Map()
  const now = marketTimeAt(state.clock, Date.now())
  const [last, vixCloses] = await Promise.all([market.lastPrices(), recentVix(db, now)])
  const priced = indices.flatMap((index) => {
    const indexPrice = last.get(index)
    return indexPrice && now - indexPrice.at <= OLDEST ? { index, indexPrice } : []
  })
  const chains = await Promise.all(
    priced.map(async ({ index, indexPrice }) => {
      const since = indexPrice.at - SAME_MOMENT
      const contracts = listedNear(index, indexPrice.price, now, rules.rules)
      const known = { index, indexPrice, contracts, now, rules: rules.rules, vixCloses }
      const symbols = contracts.map(({ tradingSymbol }) => tradingSymbol)
      const stored = await storedPrices(db, { market: state.market, symbols, since, until: now })
      const lastOf = (symbol: string) => {
        const live = prices.last(symbol)
        return live && live.at >= since ? live : (stored.get(symbol) ?? null)
      }
      return [index, new PreviewChain({ ...known, lastOf })] as const
    }),
  )
  return new Map(chains)
}

interface StoredSince {
  readonly market: string
  readonly symbols: readonly string[]
  readonly since: Instant
  readonly until: Instant
}

/**
 * The last stored price of each of these options since a market time.
 * Raw SQL: the last of each symbol (DISTINCT ON).
 */
async function storedPrices(db: Database, { market, symbols, since, until }: StoredSince): Promise<Map<string, LastPrice>> {
  const rows = await db.$queryRaw<{ symbol: string; close: number; at: number }[]>`
    SELECT DISTINCT ON (symbol) symbol, close::float8, (extract(epoch FROM "time") * 1000)::float8 AS at FROM "Candle"
    WHERE market = ${market} AND symbol = ANY(${[...symbols]}::text[]) AND "time" >= ${new Date(since)} AND "time" < ${new Date(until)}
    ORDER BY symbol, "time" DESC`
  // A minute's close is its last moment's price.
  return new Map(rows.map(({ symbol, close, at }) => [symbol, { price: paise(close), at: at + MINUTE }]))
}

async function recentVix(db: Database, now: Instant): Promise<VixCloses> {
  const since = istInstant(addDays(istDate(now), -VIX_DAYS), 0)
  const days = await db.vixClose.findMany({ where: { date: { gte: new Date(since), lte: new Date(now) } } })
  return new Map(days.map(({ date, close }) => [isoDateOf(date), close / 100]))
}
