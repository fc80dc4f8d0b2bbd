import { z } from 'zod'
import type { Database } from '../../../prisma/client.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { UnfilledOrder, UnfilledOrderConnection } from '../../../schema/graphql/liveOrders.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { OrderStatus } from '../../../schema/trading/OrderStatus.ts'
import { unfilledReason } from '../../../schema/trading/unfilledReason.ts'
import { connection } from '../../kit/connection.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { unfilledInput } from './input.ts'

const columns = {
  ...{ id: true, intendedAt: true, contract: true, side: true, quantity: true, filledQuantity: true, status: true, note: true },
  subscription: { select: { strategy: { select: { id: true, name: true } } } },
} as const satisfies Prisma.OrderSelect
type Row = Prisma.OrderGetPayload<{ select: typeof columns }>

/** How an entry ends that is not filled whole: a fill that completes it later makes it FILLED. */
const ENDS: ReadonlyMap<OrderStatus, string> = new Map([
  ['REJECTED', 'Rejected'],
  ['CANCELLED', 'Cancelled'],
  ['EXPIRED', 'Given up'],
])

const contractColumn = z.object({ tradingSymbol: z.string() })

/** The live entries of users that ended without being filled whole, and why. */
export class UnfilledOrders {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  /**
   * Of one strategy or of all, latest first, after the order that `after` names. Throws BAD_USER_INPUT, also for one that is not the
   * user's.
   */
  async page(userId: string, input: unknown): Promise<UnfilledOrderConnection> {
    const { first, strategyId, after } = parseInput(unfilledInput, input)
    const limit = first ?? LIMITS.history.default
    if (after != null && !(await this.#db.order.findFirst({ where: { id: after, userId }, select: { id: true } })))
      throw new UserFacingError('BAD_USER_INPUT', 'after must be the id of one of your orders', { after: 'unknown' })
    const rows = await this.#db.order.findMany({
      where: {
        ...{ userId, mode: 'LIVE', purpose: 'ENTRY', status: { in: [...ENDS.keys()] } },
        ...(strategyId == null ? {} : { subscription: { strategyId } }),
        ...(after == null ? {} : { id: { lt: after } }),
      },
      select: columns,
      orderBy: { id: 'desc' },
      take: limit + 1,
    })
    return connection(rows.map(toUnfilled), { first: limit, after })
  }
}

/** Throws when the row is not of an order that has ended unfilled. */
function toUnfilled({ contract, note, status, subscription: { strategy }, ...row }: Row): UnfilledOrder {
  const end = ENDS.get(status)
  if (end === undefined) throw new TypeError(`order ${row.id} is ${status}, not unfilled`)
  const part = row.filledQuantity > 0 ? ` ${row.filledQuantity} of ${row.quantity} units were traded before.` : ''
  return {
    ...{ id: row.id, time: row.intendedAt, strategy: strategy.name, strategyId: strategy.id },
    option: contractColumn.parse(contract).tradingSymbol,
    ...{ side: row.side, quantity: row.quantity, filledQuantity: row.filledQuantity, refused: status === 'REJECTED' },
    text: `${end}: ${unfilledReason(note)}.${part}`,
  }
}
