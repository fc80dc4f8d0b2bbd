import type { Database } from '../../../prisma/client.ts'
import { paise } from '../../../schema/money.ts'
import { playedLeg, playedTrade, type PlayedTrade } from './oneTape.ts'

/** The closed trades of a subscription as the database has them. */
export async function playedRows(db: Database, subscriptionId: string): Promise<PlayedTrade[]> {
  const rows = await db.trade.findMany({ where: { subscriptionId }, include: { legs: true }, orderBy: { entryTime: 'asc' } })
  const amount = (value: bigint | null) => paise(Number(value))
  return rows.map((trade) =>
    playedTrade({
      ...outcomeOf(trade),
      legs: trade.legs.map((leg) =>
        playedLeg({
          ...outcomeOf(leg),
          ...{ option: leg.option, side: leg.side, quantity: leg.quantity },
          ...{ entryTime: leg.entryTime.getTime(), exitTime: leg.exitTime!.getTime() },
          ...{ entryPrice: amount(leg.entryPricePaise), exitPrice: amount(leg.exitPricePaise) },
        }),
      ),
    }),
  )
  function outcomeOf(row: Pick<(typeof rows)[number], 'exitReason' | 'grossPaise' | 'chargesPaise' | 'netPaise'>) {
    const { exitReason, grossPaise, chargesPaise, netPaise } = row
    return { exitReason: exitReason!, gross: amount(grossPaise), charges: amount(chargesPaise), net: amount(netPaise) }
  }
}
