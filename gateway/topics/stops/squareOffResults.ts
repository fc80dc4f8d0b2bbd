import type { Database } from '../../../prisma/client.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import type { SquareOffResult, SquareOffResults } from '../../../schema/graphql/stops.ts'
import { rupees } from '../../kit/rupees.ts'
import type { TradeStatus } from '../../../schema/trading/TradeStatus.ts'
import { tradesOfStop } from './tradesOfStop.ts'

const SHOWN_TRADES = 500

interface Row {
  readonly id: string
  readonly option: string
  readonly status: TradeStatus
  readonly exitPricePaise: bigint | null
  readonly netPaise: bigint | null
  /** Whether an exit order ever existed, and the note of the last one. */
  readonly exitMade: boolean
  readonly note: string | null
  /** Of all that match, shown or not. */
  readonly total: number
  readonly open: number
}

/** The outcome of squaring off the trades of a stop (tradesOfStop). Raw SQL: all are counted beside those that are shown (OVER). */
export async function squareOffResults(db: Database, stop: Prisma.KillSwitchGetPayload<object>): Promise<SquareOffResults> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT trade.id, trade.option, trade.status::text, trade."exitPricePaise", trade."netPaise",
           exit."updatedAt" IS NOT NULL AS "exitMade", exit.note,
           (count(*) OVER ())::int AS total, (count(*) FILTER (WHERE trade.status = 'RUNNING') OVER ())::int AS open
    ${await tradesOfStop(db, stop)}
    ORDER BY trade.status <> 'RUNNING', trade."entryTime" DESC, trade.id
    LIMIT ${SHOWN_TRADES}`
  const { total, open } = rows[0] ?? { total: 0, open: 0 }
  return { open, closed: total - open, trades: rows.map(toResult) }
}

function toResult({ id, option, status, exitPricePaise, netPaise, exitMade, note }: Row): SquareOffResult {
  return {
    tradeId: id,
    option,
    status,
    exitPrice: exitPricePaise === null ? null : rupees(exitPricePaise),
    netProfitLossRs: netPaise === null ? null : rupees(netPaise),
    problem: status === 'RUNNING' ? stillOpen(exitMade, note) : null,
  }
}

export function stillOpen(exitMade: boolean, note: string | null): string {
  if (!exitMade) return 'No exit order has been sent yet; the engine sends it as soon as it runs.'
  return note === null ? 'The exit order is not filled yet.' : `The last exit order failed: ${note}. Sakha tries again.`
}
