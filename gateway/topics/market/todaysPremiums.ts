import type { Database } from '../../../prisma/client.ts'
import type { Instrument } from '../../../schema/graphql/market.ts'
import { INDICES, type IndexSymbol } from '../../../schema/market/indices.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { optionSymbol } from '../../../schema/market/options/optionSymbol.ts'
import { OPTION_TYPES } from '../../../schema/market/OptionType.ts'
import { paise, toRupees, type Paise } from '../../../schema/money.ts'
import { addDays, istDate, istInstant, type Instant } from '../../../schema/time.ts'

export type TodaysPremiums = Pick<Instrument, 'callPremium' | 'putPremium'>

/** The market whose options are read, and where it is. */
export interface OptionsNow {
  readonly market: string
  /** Market time. */
  readonly now: Instant
  readonly rules: MarketRules
  /** Of the indices whose price is known. */
  readonly spots: ReadonlyMap<IndexSymbol, { readonly price: Paise }>
}

/**
 * What the calls and puts at the money last traded at on the market's day, by index: the options of the next expiry after that day.
 * Raw SQL: the last of each symbol (DISTINCT ON).
 */
export async function todaysPremiums(db: Database, { market, now, rules, spots }: OptionsNow): Promise<Map<IndexSymbol, TodaysPremiums>> {
  const today = istDate(now)
  const named = [...spots].map(([index, { price: spot }]) => {
    const expiry = rules.expiriesFrom(index, addDays(today, 1), 1)[0]!
    const strike = atTheMoney(spot, INDICES[index].strikeStep)
    const [call, put] = OPTION_TYPES.map((type) => optionSymbol(rules, index, expiry, strike, type))
    return { index, call: call!, put: put! }
  })
  const rows = await db.$queryRaw<{ symbol: string; close: number }[]>`
    SELECT DISTINCT ON (symbol) symbol, close::float8 FROM "Candle"
    WHERE market = ${market} AND symbol = ANY(${named.flatMap(({ call, put }) => [call, put])}::text[])
      AND "time" >= ${new Date(istInstant(today, 0))} AND "time" <= ${new Date(now)}
    ORDER BY symbol, "time" DESC`
  const last = new Map(rows.map(({ symbol, close }) => [symbol, toRupees(paise(close))]))
  return new Map(named.map(({ index, call, put }) => [index, { callPremium: last.get(call) ?? null, putPremium: last.get(put) ?? null }]))
}

/** The strike nearest a price, the higher of two. */
const atTheMoney = (spot: Paise, step: Paise) => paise(Math.floor(spot / step + 0.5) * step)
