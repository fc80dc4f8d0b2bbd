import type { Database } from '../../../prisma/client.ts'
import { Prisma, type Trade } from '../../../prisma/generated/client.ts'
import { paise, toRupees } from '../../../schema/money.ts'
import { istIso } from '../../../schema/time.ts'
import type { AgentTradeKind } from '../../../schema/trading/agent.ts'
import { exitText } from '../../../schema/trading/exits.ts'
import { BYTE_ORDER_MARK, csvLine } from './csvLine.ts'
import { FAILED_LEGS, failedLegs } from './failedLegs.ts'
import { historyOrder } from './historyOrder.ts'

const BATCH = 10_000

const HEADINGS = [
  ...['Symbol', 'Strategy', 'Side', 'Entry Price', 'Exit Price', 'Entry Time', 'Exit Time', 'P&L', 'Status', 'Date'],
  ...['Mode', 'Quantity', 'Charges', 'Net P&L', 'Exit Reason', 'Failed Legs'],
]

/** The expected direction of the index. */
const SIDES = { LONG: 'CALL', SHORT: 'PUT', NEUTRAL: 'NEUTRAL' } as const

type Shown = Pick<Trade, 'id' | 'option' | 'signal' | 'mode' | 'quantity' | 'entryPricePaise' | 'exitPricePaise' | 'grossPaise'> &
  Pick<Trade, 'chargesPaise' | 'netPaise' | 'status' | 'exitReason' | 'entryTime' | 'exitTime'> & {
    readonly strategy: string
    /** Of a trade of the AI trading agent; null: rules signalled. */
    readonly agent: AgentTradeKind | null
    /** For `failedLegs`. */
    readonly failedLegs: unknown
  }

/** As JSON has it: amounts in paise are numbers, times ISO texts. */
type InJson<Value> = Value extends bigint ? number : Value extends Date ? string : Value
type Row = { readonly [Column in keyof Shown]: InJson<Shown[Column]> }

/**
 * A user's trades that meet a condition (closedTrades.ts) as a CSV file, latest entry first, in pieces of up to 10,000: rupees, times in
 * India, unknown values empty.
 * Raw SQL: rows come as JSON, by a composed condition.
 */
export async function* tradeCsv(db: Database, userId: string, where: Prisma.Sql): AsyncGenerator<string> {
  const { orderBy, after } = historyOrder('ENTRY_TIME', true)
  yield BYTE_ORDER_MARK + csvLine(HEADINGS)
  let last: Row | undefined
  do {
    // As JSON: over so many rows Prisma takes a third longer with columns.
    const rows: { readonly trade: Row }[] = await db.$queryRaw`
      SELECT to_json(shown) AS trade FROM (SELECT trade.id, trade.option, strategy.name AS strategy, strategy.agent, ${FAILED_LEGS} AS "failedLegs", trade.signal, trade.mode, trade.quantity, trade."entryPricePaise",
        trade."exitPricePaise", trade."grossPaise", trade."chargesPaise", trade."netPaise", trade.status, trade."exitReason",
        trade."entryTime", trade."exitTime"
      FROM "Trade" trade JOIN "Strategy" strategy ON strategy.id = trade."strategyId"
      WHERE ${last ? Prisma.sql`${where} AND ${after(last.id, userId)}` : where} ORDER BY ${orderBy} LIMIT ${BATCH}) shown`
    yield rows.map(({ trade }) => toLine(trade)).join('')
    last = rows.length === BATCH ? rows.at(-1)?.trade : undefined
  } while (last)
}

function toLine(row: Row): string {
  const { option, strategy, signal, mode, quantity, status, exitReason, entryTime, exitTime } = row
  const amount = (value: number | null) => (value === null ? null : toRupees(paise(value)))
  const entered = istIso(Date.parse(entryTime))
  return csvLine([
    ...[option, strategy, SIDES[signal], amount(row.entryPricePaise), amount(row.exitPricePaise)],
    ...[entered, exitTime && istIso(Date.parse(exitTime)), amount(row.grossPaise), status, entered.slice(0, 10)],
    ...[mode, quantity, amount(row.chargesPaise), amount(row.netPaise), exitReason && exitText(exitReason, row.agent !== null)],
    failedLegs(row.failedLegs)
      .map(({ text }) => text)
      .join(' '),
  ])
}
