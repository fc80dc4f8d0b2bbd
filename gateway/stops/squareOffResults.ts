import type { Database } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import type { SquareOffResult, SquareOffResults } from '../../schema/graphql/stops.ts'
import { rupees } from '../server/rupees.ts'

const SHOWN_TRADES = 500
type StopRow = Prisma.KillSwitchGetPayload<object>

/** The trades a stop is about, whatever their state. */
export function tradesIn({ scope, scopeId }: StopRow): Prisma.TradeWhereInput {
  if (scopeId === null) return {}
  return scope === 'USER' ? { userId: scopeId } : { strategyId: scopeId }
}

/** What has come of squaring off the trades of a stop: those it has sent an emergency exit for, and while it is in force all that run. */
export async function squareOffResults(db: Database, stop: StopRow): Promise<SquareOffResults> {
  const exits = await db.order.findMany({
    where: {
      purpose: 'EXIT',
      exitReason: 'EMERGENCY',
      createdAt: { gte: stop.createdAt, ...(stop.liftedAt ? { lte: stop.liftedAt } : {}) },
      ...(stop.scope === 'USER' && stop.scopeId ? { userId: stop.scopeId } : {}),
    },
    select: { tradeId: true, note: true },
    orderBy: { createdAt: 'asc' },
  })
  // A later exit order of the same trade takes the place of one that failed.
  const notes = new Map(exits.map(({ tradeId, note }) => [tradeId, note]))
  const concerned: Prisma.TradeWhereInput = {
    ...tradesIn(stop),
    OR: [{ id: { in: [...notes.keys()] } }, ...(stop.squareOff && stop.liftedAt === null ? [{ status: 'RUNNING' as const }] : [])],
  }
  const [trades, open, all] = await Promise.all([
    db.trade.findMany({
      where: concerned,
      select: { id: true, option: true, status: true, exitPricePaise: true, netPaise: true },
      // RUNNING is the first of the states.
      orderBy: [{ status: 'asc' }, { entryTime: 'desc' }],
      take: SHOWN_TRADES,
    }),
    db.trade.count({ where: { ...concerned, status: 'RUNNING' } }),
    db.trade.count({ where: concerned }),
  ])
  return {
    open,
    closed: all - open,
    trades: trades.map(({ id, option, status, exitPricePaise, netPaise }): SquareOffResult => ({
      tradeId: id,
      option,
      status,
      exitPrice: exitPricePaise === null ? null : rupees(exitPricePaise),
      netProfitLossRs: netPaise === null ? null : rupees(netPaise),
      problem: status === 'RUNNING' ? stillOpen(notes.get(id)) : null,
    })),
  }
}

/** `note`: of the last exit order; undefined when there is none. */
function stillOpen(note: string | null | undefined): string {
  if (note === undefined) return 'No exit order has been sent yet; the engine sends it as soon as it runs.'
  return note === null ? 'The exit order is not filled yet.' : `The last exit order failed: ${note}. It is tried again.`
}
