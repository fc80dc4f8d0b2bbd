import { z } from 'zod'
import type { Prisma } from '../../../prisma/generated/client.ts'
import type { FirstOrder } from '../../../schema/graphql/liveOrders.ts'
import { shownIndex } from '../../../schema/market/indices.ts'
import { paise, toRupees } from '../../../schema/money.ts'
import { describeDenial } from '../../../schema/trading/describeDenial.ts'
import { ORDER_SIDES } from '../../../schema/trading/OrderSide.ts'
import { parseDenial } from '../../../schema/trading/parseDenial.ts'
import { rupees } from '../../kit/rupees.ts'

/** What is shown of a stored first order beside its own columns. */
export const withFirstOrder = {
  signal: { select: { symbol: true, strategy: { select: { id: true, name: true } } } },
  denial: true,
} as const satisfies Prisma.FirstOrderInclude
type Stored = Prisma.FirstOrderGetPayload<{ include: typeof withFirstOrder }>

const storedLegs = z.array(
  z.object({ contract: z.object({ tradingSymbol: z.string() }), side: z.enum(ORDER_SIDES), quantity: z.int(), premium: z.int() }),
)

/** Why what was approved was not sent though nothing refused it. */
const GONE = 'Not sent: this strategy no longer trades live for you.'

/** A stored first order as the API shows it at a real time. Throws when its legs are invalid: the table is damaged. */
export function toFirstOrder({ signal, denial, ...row }: Stored, now: number): FirstOrder {
  const isOver = row.answer === 'PENDING' && row.expiresAt.getTime() <= now
  const isGone = row.decidedAt !== null && row.tradeId === null && !denial
  return {
    ...{ id: row.id, strategy: signal.strategy.name, strategyId: signal.strategy.id, index: shownIndex(signal.symbol), lots: row.lots },
    legs: storedLegs.parse(row.legs).map(({ contract, side, quantity, premium }) => {
      return { option: contract.tradingSymbol, side, quantity, premium: toRupees(paise(premium)) }
    }),
    ...{ funds: rupees(row.fundsPaise), lossAtStop: row.lossPaise === null ? null : rupees(row.lossPaise), expiresAt: row.expiresAt },
    ...{ answer: isOver ? 'EXPIRED' : row.answer, decidedAt: row.decidedAt, tradeId: row.tradeId },
    refusal: denial ? describeDenial(parseDenial(denial)) : isGone ? GONE : null,
  }
}
