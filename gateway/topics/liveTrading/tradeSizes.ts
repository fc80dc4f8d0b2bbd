import type { Database } from '../../../prisma/client.ts'
import type { LiveSize } from '../../../schema/graphql/liveTrading.ts'
import { indexNamed, shownIndex } from '../../../schema/market/indices.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { rupees } from '../../kit/rupees.ts'
import type { Instant } from '../../../schema/time.ts'
import { describeInstrument } from '../market/describeInstrument.ts'

/** A subscription, with what decides how large a trade of it is. */
interface Sized {
  readonly id: string
  /** Index symbols. */
  readonly instruments: readonly string[]
  readonly lots: number
  /** Of the whole trade; null: per cent of the premium. */
  readonly stopLossPaise: bigint | null
  readonly stopLossPercent: number
}

/**
 * The size of a trade on each index at a market time, by the latest premium it paid there.
 * Raw SQL: the latest trade of each index (LATERAL).
 */
export async function tradeSizes(db: Database, sized: Sized, marketTime: Instant, rules: MarketRules): Promise<LiveSize[]> {
  const { id, instruments, lots, stopLossPaise, stopLossPercent } = sized
  const bought = await db.$queryRaw<{ index: string; entryPrice: number }[]>`
    SELECT named.index, latest."entryPricePaise"::float8 AS "entryPrice"
    FROM unnest(${[...instruments]}::text[]) AS named(index)
    CROSS JOIN LATERAL (
      SELECT "entryPricePaise" FROM "Trade"
      WHERE "subscriptionId" = ${id}::uuid AND "Trade".index = named.index AND "entryPricePaise" IS NOT NULL
      ORDER BY "entryTime" DESC LIMIT 1
    ) AS latest`
  const prices = new Map(bought.map(({ index, entryPrice }) => [index, entryPrice]))
  return instruments.flatMap((instrument) => {
    const index = indexNamed(instrument)
    if (index === null) return []
    const lotSize = describeInstrument(index, marketTime, rules).lot
    const units = lots * lotSize
    const price = prices.get(instrument)
    const premium = price === undefined ? null : Math.round(price * units)
    const atStop =
      premium === null ? null : Math.min(premium, stopLossPaise === null ? (premium * stopLossPercent) / 100 : Number(stopLossPaise))
    return {
      ...{ instrument: shownIndex(instrument), lotSize, units },
      premium: premium === null ? null : rupees(BigInt(premium)),
      lossAtStop: atStop === null ? null : rupees(BigInt(Math.ceil(atStop))),
    }
  })
}
