import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { TestSubscription } from '../../../engine/store/testing/createTestSubscription.ts'
import { chargesOf } from '../../../engine/trading/positions/legs.ts'
import type { BilledOrder } from '../../../schema/market/charges.ts'
import { clientOrderIdOf } from '../../../engine/trading/orders/orders.ts'
import { CONTRACT, MARKET, NOW } from '../../../engine/trading/testing/TestDesks.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import type { ClosedStatus } from '../../../schema/trading/TradeStatus.ts'
import { runSql } from '../runSql.ts'

/** A trade as it was before trades had legs, bought at 100.00 rupees. Prices in paise. */
export interface OldTrade {
  readonly id: string
  readonly quantity: number
  readonly stop: number
  readonly trailingStopPercent?: number
  /** Its exit order so far, and how that ended; units sold at a price. */
  readonly exit?: {
    readonly reason: ExitReason
    readonly status: 'FILLED' | 'CANCELLED' | 'REJECTED'
    readonly sold: number
    readonly price: number
  }
  readonly closed?: ClosedStatus
  /** How often its exit has failed; it is tried again at ten o'clock. */
  readonly failures?: number
}

const ENTRY_PRICE = 100_00

/** Writes a user with a subscription, `trades`, and an entry under way of one lot whose trade will be `entering`, as the version of 20261206000001_lots did. For tests only. */
export async function insertOldTrades(url: string, trades: readonly OldTrade[], entering: string): Promise<TestSubscription> {
  const owner = { userId: randomUUID(), strategyId: randomUUID(), subscriptionId: randomUUID() }
  const { userId, strategyId, subscriptionId } = owner
  const realised = trades.reduce((sum, trade) => sum + (outcomeOf(trade).net ?? 0), 0)
  await runSql(
    url,
    'BEGIN',
    insert('User', {
      id: userId,
      email: 'old@example.com',
      name: 'Old',
      passwordHash: 'none',
      paperRealisedPaise: realised,
      updatedAt: NOW,
    }),
    insert('Strategy', { id: strategyId, slug: 'old', name: 'Old', description: 'old', category: 'test', isActive: true, updatedAt: NOW }),
    insert('StrategyVersion', {
      strategyId,
      version: 1,
      rules: {},
      windowStart: '09:20',
      windowEnd: '15:10',
      lots: 1,
      instruments: '{NIFTY}',
    }),
    insert('Subscription', { id: subscriptionId, userId, strategyId, instruments: '{}' }),
    ...trades.flatMap((trade, i) => [...entryOf(owner, trade, i, true), ...exitOf(owner, trade), tradeOf(owner, trade)]),
    ...entryOf(owner, { id: entering, quantity: CONTRACT.lotSize, stop: 88_00 }, trades.length, false),
    'COMMIT',
  )
  return owner
}

/** The orders of a trade as they are charged. */
function billsOf({ quantity, exit }: OldTrade): BilledOrder[] {
  const bought: BilledOrder = { side: 'BUY', value: paise(ENTRY_PRICE * quantity), at: NOW - 20 * MINUTE }
  return exit?.sold ? [bought, { side: 'SELL', value: paise(exit.price * exit.sold), at: NOW - MINUTE }] : [bought]
}

const chargesFor = (bills: readonly BilledOrder[]) => chargesOf(SHIPPED_MARKET_RULES, CONTRACT.exchange, bills)

function outcomeOf(trade: OldTrade) {
  const { quantity, exit, closed } = trade
  if (!exit || !closed) return { gross: null, net: null }
  const gross = (exit.price - ENTRY_PRICE) * quantity
  return { gross, net: gross - chargesFor(billsOf(trade)) }
}

const termsOf = ({ trailingStopPercent = null }: { readonly trailingStopPercent?: number | null }) => ({
  ...{ takeProfit: { unit: 'PERCENT', value: 18 }, stopLoss: { unit: 'PERCENT', value: 12 }, trailingStopPercent },
  windowEndsAt: istInstant('2026-07-01', 15 * 60 + 10),
})

function entryOf({ userId, strategyId, subscriptionId }: TestSubscription, trade: OldTrade, number: number, filled: boolean): string[] {
  const { id: tradeId, quantity } = trade
  const [id, signalId] = [randomUUID(), randomUUID()]
  const candleTime = NOW - (30 - number) * MINUTE
  const fill = { id: `fill of ${id}`, orderId: id, quantity, pricePaise: ENTRY_PRICE, filledAt: NOW - 20 * MINUTE }
  const order = {
    ...{ id, clientOrderId: clientOrderIdOf('ENTRY', id), userId, subscriptionId, signalId, tradeId, mode: 'PAPER', purpose: 'ENTRY' },
    ...{ side: 'BUY', contract: CONTRACT, quantity, terms: termsOf(trade), intendedAt: NOW - 10 * SECOND, updatedAt: NOW },
    ...(filled
      ? { status: 'FILLED', filledQuantity: quantity, filledValuePaise: ENTRY_PRICE * quantity }
      : { status: 'SUBMITTED', reservedPaise: 7_000_00 }),
  }
  return [
    insert('Signal', {
      ...{ id: signalId, strategyId, market: MARKET, symbol: 'NIFTY', interval: '1min', candleTime, side: 'LONG', pricePaise: 24_510_00 },
    }),
    insert('Order', order),
    ...(filled ? [insert('Fill', { ...fill, chargesPaise: chargesFor(billsOf(trade).slice(0, 1)) })] : []),
  ]
}

function exitOf({ userId, subscriptionId }: TestSubscription, trade: OldTrade): string[] {
  const { id: tradeId, quantity, exit } = trade
  if (!exit) return []
  const id = randomUUID()
  const [bought, all] = [billsOf(trade).slice(0, 1), billsOf(trade)]
  const fill = { id: `fill of ${id}`, orderId: id, quantity: exit.sold, pricePaise: exit.price, filledAt: NOW - MINUTE }
  return [
    insert('Order', {
      ...{ id, clientOrderId: clientOrderIdOf('EXIT', id), userId, subscriptionId, tradeId, mode: 'PAPER', purpose: 'EXIT', side: 'SELL' },
      ...{ exitReason: exit.reason, status: exit.status, contract: CONTRACT, quantity, intendedAt: NOW - MINUTE, updatedAt: NOW },
      ...{ filledQuantity: exit.sold, filledValuePaise: exit.price * exit.sold },
    }),
    ...(exit.sold > 0 ? [insert('Fill', { ...fill, chargesPaise: chargesFor(all) - chargesFor(bought) })] : []),
  ]
}

function tradeOf({ userId, strategyId, subscriptionId }: TestSubscription, trade: OldTrade): string {
  const { id, quantity, stop, exit, closed, failures = 0 } = trade
  const { gross, net } = outcomeOf(trade)
  return insert('Trade', {
    ...{ id, userId, subscriptionId, strategyId, market: MARKET, mode: 'PAPER', index: 'NIFTY', option: CONTRACT.tradingSymbol },
    ...{
      contract: CONTRACT,
      signal: 'LONG',
      lots: quantity / CONTRACT.lotSize,
      quantity,
      entryPricePaise: ENTRY_PRICE,
      targetPaise: 118_00,
    },
    ...{ stopPaise: stop, exitQuantity: exit?.sold ?? 0, exitValuePaise: (exit?.sold ?? 0) * (exit?.price ?? 0) },
    ...{ fundUsedPaise: ENTRY_PRICE * quantity, chargesPaise: chargesFor(billsOf(trade)), grossPaise: gross, netPaise: net },
    ...{ status: closed ?? 'RUNNING', terms: termsOf(trade), entryTime: NOW - 20 * MINUTE, exitFailures: failures },
    ...(closed ? { exitPricePaise: exit?.price, exitReason: exit?.reason, exitTime: NOW - MINUTE, closedAt: NOW } : {}),
    ...(failures > 0 ? { exitWanted: exit?.reason, exitRetryAt: NOW } : {}),
  })
}

/** The statement that inserts a row; numbers in columns of times are instants. */
function insert(table: string, row: Readonly<Record<string, unknown>>): string {
  const columns = Object.keys(row)
  const values = columns.map((column) => {
    const value = row[column]
    if (value === null || value === undefined) return 'NULL'
    if (typeof value === 'number' && /(Time|At)$/.test(column)) return pg.escapeLiteral(new Date(value).toISOString())
    return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value))
  })
  return `INSERT INTO "${table}" (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')}) VALUES (${values.join(', ')})`
}
