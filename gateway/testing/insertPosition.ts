import type { Database } from '../../prisma/client.ts'
import type { ExitReason, Prisma } from '../../prisma/generated/client.ts'
import { statusAfter } from '../../schema/trading/exits.ts'
import { subscriptionOf } from './rows.ts'
import type { OrderSide } from '../../schema/trading/OrderSide.ts'
import type { OptionType } from '../../schema/market/OptionType.ts'

/** A leg of 75 units; premiums in paise. */
export interface TestLeg {
  readonly side: OrderSide
  /** In index points. */
  readonly strike: number
  readonly optionType: OptionType
  readonly entry: number
  readonly stop?: number
  readonly entryTime: string
  readonly exit?: { readonly price: number; readonly time: string; readonly reason: ExitReason }
}

const UNITS = 75
/** Of an order, in paise. */
const CHARGES = 2_000

/** A call and a put sold at ₹120 and ₹110; the put was stopped and sold again. */
export const STRADDLE: readonly TestLeg[] = [
  { side: 'SELL', strike: 24_500, optionType: 'CE', entry: 12_000, stop: 15_000, entryTime: '2026-11-20T03:50:00Z' },
  {
    ...{ side: 'SELL', strike: 24_500, optionType: 'PE', entry: 11_000, stop: 13_750, entryTime: '2026-11-20T03:50:01Z' },
    exit: { price: 13_750, time: '2026-11-20T05:30:00Z', reason: 'STOP' },
  },
  { side: 'SELL', strike: 24_500, optionType: 'PE', entry: 11_000, stop: 13_750, entryTime: '2026-11-20T06:10:00Z' },
]

/** A call and a put sold, further ones bought against them, all closed when the window ended: 35 less 8 rupees a unit made, 12 less 1 given back. */
export const CONDOR: readonly TestLeg[] = (
  [
    ['SELL', 24_700, 'CE', 2_000, 700],
    ['SELL', 24_300, 'PE', 1_500, 500],
    ['BUY', 24_900, 'CE', 500, 50],
    ['BUY', 24_100, 'PE', 300, 50],
  ] as const
).map(([side, strike, optionType, entry, price], i) => ({
  ...{ side, strike, optionType, entry, entryTime: `2026-11-20T04:00:0${i}Z` },
  exit: { price, time: `2026-11-20T09:30:0${i}Z`, reason: 'WINDOW_END' as const },
}))

export type PositionChanges = Partial<Prisma.TradeUncheckedCreateInput> & {
  readonly userId: string
  readonly strategyId: string
  readonly legs: readonly TestLeg[]
}

/**
 * A trade of several legs as the engine writes it, NEUTRAL by default; over when all its legs are closed. Returns its id. For tests only.
 */
export async function insertPosition(db: Database, { legs, ...changes }: PositionChanges): Promise<string> {
  const [first] = legs
  if (!first) throw new Error('a position has a leg')
  const rows = legs.map(legRow)
  const sum = (of: (row: (typeof rows)[number]) => bigint) => rows.reduce((total, row) => total + of(row), 0n)
  const isOver = rows.every(({ exitTime }) => exitTime !== null)
  const last = rows.at(-1)
  const net = sum(({ netPaise }) => netPaise ?? 0n)
  const fundUsedPaise = 18_245_000n
  const trade = await db.trade.create({
    data: {
      ...{ market: 'test-market', mode: 'PAPER', index: 'NIFTY', signal: 'NEUTRAL', lots: 1, terms: termsOf(0, legs), fundUsedPaise },
      subscriptionId: await subscriptionOf(db, changes),
      option: [...new Set(rows.map(({ option }) => option))].join(' '),
      quantity: UNITS * legs.length,
      exitQuantity: rows.reduce((total, row) => total + row.exitQuantity, 0),
      chargesPaise: sum(({ chargesPaise }) => chargesPaise),
      ...{ blockedPaise: isOver ? 0n : fundUsedPaise, realisedPaise: net, entryTime: new Date(first.entryTime) },
      ...(isOver && last
        ? { status: last.status, exitReason: last.exitReason, exitTime: last.exitTime, grossPaise: sum((row) => row.grossPaise ?? 0n) }
        : {}),
      ...(isOver ? { netPaise: net, closedAt: new Date() } : {}),
      ...changes,
      legs: { create: rows.map((row, i) => ({ ...row, terms: termsOf(i, legs) })) },
    },
  })
  return trade.id
}

function legRow({ side, strike, optionType, entry, stop, entryTime, exit }: TestLeg) {
  const option = `NIFTY24NOV26${strike}${optionType}`
  const gross = exit ? BigInt((side === 'BUY' ? 1 : -1) * (exit.price - entry) * UNITS) : null
  const charges = BigInt(exit ? 2 * CHARGES : CHARGES)
  return {
    ...{ side, option, lots: 1, quantity: UNITS, entryPricePaise: BigInt(entry), entryValuePaise: BigInt(entry * UNITS) },
    contract: {
      ...{ exchange: 'NFO', token: String(strike), tradingSymbol: option, index: 'NIFTY', expiry: '2026-11-24' },
      ...{ strike: strike * 100, optionType, lotSize: UNITS, tick: 5 },
    },
    stopPaise: stop === undefined ? null : BigInt(stop),
    exitQuantity: exit ? UNITS : 0,
    exitValuePaise: exit ? BigInt(exit.price * UNITS) : 0n,
    exitPricePaise: exit ? BigInt(exit.price) : null,
    grossPaise: gross,
    chargesPaise: charges,
    netPaise: gross === null ? null : gross - charges,
    status: exit ? statusAfter(exit.reason) : ('RUNNING' as const),
    exitReason: exit?.reason ?? null,
    entryTime: new Date(entryTime),
    exitTime: exit ? new Date(exit.time) : null,
  }
}

function termsOf(leg: number, legs: readonly TestLeg[]) {
  const rules = legs.map(({ side, optionType }) => ({
    ...{ side, optionType, strike: { kind: 'ATM', strikes: 0 }, expiry: 'this week', lots: 1, stop: null, target: null, reentries: 0 },
  }))
  return {
    ...{ takeProfit: null, stopLoss: null, trailingStopPercent: null, windowEndsAt: Date.parse('2026-11-20T09:30:00Z') },
    position: { rule: { legs: rules, stop: null, target: null, lock: null, stopsToCost: false }, lots: 1, leg, funds: 18_245_000 },
  }
}
