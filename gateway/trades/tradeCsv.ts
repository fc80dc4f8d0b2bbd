import type { Database } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { istIso } from '../../schema/time.ts'
import { EXIT_TEXTS } from '../../schema/trading/exits.ts'
import { rupees } from '../server/rupees.ts'
import { csvLine } from './csvLine.ts'

const BATCH = 5_000

/** Excel takes a file for UTF-8 when it begins with this. */
const BYTE_ORDER_MARK = '\ufeff'

const HEADINGS = [
  ...['Symbol', 'Strategy', 'Side', 'Entry Price', 'Exit Price', 'Entry Time', 'Exit Time', 'P&L', 'Status', 'Date'],
  ...['Mode', 'Quantity', 'Charges', 'Net P&L', 'Exit Reason'],
]

const columns = {
  id: true,
  option: true,
  strategy: { select: { name: true } },
  signal: true,
  mode: true,
  quantity: true,
  entryPricePaise: true,
  exitPricePaise: true,
  grossPaise: true,
  chargesPaise: true,
  netPaise: true,
  status: true,
  exitReason: true,
  entryTime: true,
  exitTime: true,
} as const satisfies Prisma.TradeSelect
type Row = Prisma.TradeGetPayload<{ select: typeof columns }>

/** Closed trades as a CSV file, latest entry first, in pieces of up to 5,000 trades: rupees, times in India, what is unknown empty. */
export async function* tradeCsv(db: Database, where: Prisma.TradeWhereInput): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS)
  let last: Row | undefined
  do {
    const rows: Row[] = await db.trade.findMany({
      where: last
        ? { AND: [where, { entryTime: { lte: last.entryTime } }, { NOT: { entryTime: last.entryTime, id: { gte: last.id } } }] }
        : where,
      select: columns,
      orderBy: [{ entryTime: 'desc' }, { id: 'desc' }],
      take: BATCH,
    })
    yield rows.map(toLine).join('')
    last = rows.length === BATCH ? rows.at(-1) : undefined
  } while (last)
}

function toLine(row: Row): string {
  const { option, strategy, signal, mode, quantity, status, exitReason, entryTime, exitTime } = row
  const amount = (paise: bigint | null) => (paise === null ? null : rupees(paise))
  const entered = istIso(entryTime.getTime())
  return csvLine([
    ...[option, strategy.name, signal === 'LONG' ? 'CALL' : 'PUT', amount(row.entryPricePaise), amount(row.exitPricePaise)],
    ...[entered, exitTime && istIso(exitTime.getTime()), amount(row.grossPaise), status, entered.slice(0, 10)],
    ...[mode, quantity, amount(row.chargesPaise), amount(row.netPaise), exitReason && EXIT_TEXTS[exitReason]],
  ])
}
