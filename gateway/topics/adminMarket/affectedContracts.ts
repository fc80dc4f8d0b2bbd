import type { Database } from '../../../prisma/client.ts'
import type { AffectedContract } from '../../../schema/graphql/adminMarket.ts'
import { contractEffects, type HeldContract } from '../../../schema/market/contractEffects.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { IsoDate } from '../../../schema/time.ts'

interface Held extends HeldContract {
  readonly option: string
  readonly paper: number
  readonly live: number
}

/**
 * The contracts of a market that have open trades and for which other rules matter, by their symbols.
 * Raw SQL: trades are counted by fields of a JSON column.
 */
export async function affectedContracts(
  db: Database,
  { market, today }: { readonly market: string; readonly today: IsoDate },
  before: MarketRules,
  after: MarketRules,
): Promise<AffectedContract[]> {
  const held = await db.$queryRaw<readonly Held[]>`
    SELECT leg.option, leg.contract->>'index' AS index, leg.contract->>'exchange' AS exchange, leg.contract->>'expiry' AS expiry,
      count(DISTINCT trade.id) FILTER (WHERE trade.mode = 'PAPER')::int AS paper,
      count(DISTINCT trade.id) FILTER (WHERE trade.mode = 'LIVE')::int AS live
    FROM "Trade" trade JOIN "Leg" leg ON leg."tradeId" = trade.id
    WHERE trade.status = 'RUNNING' AND trade.market = ${market} AND leg.status = 'RUNNING'
    GROUP BY 1, 2, 3, 4 ORDER BY 1`
  return held.flatMap(({ option, paper, live, ...contract }) => {
    const effects = contractEffects(contract, today, before, after)
    return effects.length === 0 ? [] : [{ option, paper, live, effects: [...effects] }]
  })
}
