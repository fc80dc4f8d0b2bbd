import type { Database } from '../../prisma/client.ts'
import { createStrategy, type StrategyIdentity, type StrategyTerms } from '../../prisma/createStrategy.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { STRATEGY_TEMPLATES } from '../../schema/rules/templates.ts'

/** A built-in strategy, public and active by default. Returns its id. For tests only. */
export async function insertStrategy(
  db: Database,
  templateSlug: string,
  changes: Partial<StrategyIdentity & StrategyTerms> = {},
): Promise<string> {
  const template = STRATEGY_TEMPLATES.find(({ slug }) => slug === templateSlug)
  if (!template) throw new Error(`no template ${templateSlug}`)
  const { slug, name, type, description, category, ...terms } = { ...template, ...changes }
  const { isActive = true, isPublic = true, paperTrade = true, ...versionTerms } = terms
  return createStrategy(db, { slug, name, type, description, category, isActive, isPublic, paperTrade }, versionTerms)
}

type TradeColumns = Partial<Omit<Prisma.TradeUncheckedCreateInput, 'legs' | 'exitRequest'>>
export type TradeChanges = TradeColumns & {
  readonly userId: string
  readonly strategyId: string
  /** Of its only leg. */
  readonly contract?: object
}

/** 75 units bought at ₹100.00. */
const RUNNING = {
  market: 'test-market',
  mode: 'PAPER',
  index: 'NIFTY',
  option: 'NIFTY24NOV2624500CE',
  contract: {
    exchange: 'NFO',
    token: '43100',
    tradingSymbol: 'NIFTY24NOV2624500CE',
    index: 'NIFTY',
    expiry: '2026-11-24',
    strike: 2_450_000,
    optionType: 'CE',
    lotSize: 75,
    tick: 5,
  },
  signal: 'LONG',
  lots: 1,
  quantity: 75,
  entryPricePaise: 10_000n,
  targetPaise: 11_800n,
  stopPaise: 8_800n,
  fundUsedPaise: 750_000n,
  chargesPaise: 2_655n,
  terms: {
    takeProfit: { unit: 'PERCENT', value: 18 },
    stopLoss: { unit: 'PERCENT', value: 12 },
    trailingStopPercent: null,
    windowEndsAt: Date.parse('2026-11-20T09:40:00Z'),
  },
  entryTime: new Date('2026-11-20T05:00:00Z'),
} as const satisfies Partial<TradeChanges>

/** A running trade of 75 units bought at ₹100.00, in a subscription made for it when the user has none. Returns its id. For tests only. */
export async function insertTrade(db: Database, changes: TradeChanges): Promise<string> {
  const { contract, ...columns } = { ...RUNNING, ...changes }
  const open = columns.exitTime ? 0 : columns.quantity - (columns.exitQuantity ?? 0)
  const blockedPaise = (BigInt(columns.fundUsedPaise) * BigInt(open)) / BigInt(columns.quantity)
  const { id } = await db.trade.create({ data: { ...columns, blockedPaise, subscriptionId: await subscriptionOf(db, columns) } })
  await db.$executeRaw`
    INSERT INTO "Leg" (id, "tradeId", side, option, contract, lots, quantity, "entryPricePaise", "entryValuePaise", "chargesPaise", terms, "entryTime")
    SELECT id, id, 'BUY', option, ${JSON.stringify(contract)}::jsonb, lots, quantity, "entryPricePaise", "fundUsedPaise", "chargesPaise", terms, "entryTime"
    FROM "Trade" WHERE id = ${id}::uuid`
  await bringLegUp(db, id)
  return id
}

/** Changes a trade of one bought option together with its leg. For tests only. */
export async function changeTrade(db: Database, id: string, changes: TradeColumns): Promise<void> {
  await db.trade.update({ where: { id }, data: changes })
  await bringLegUp(db, id)
}

/** What the only leg has in common with its trade. */
async function bringLegUp(db: Database, id: string): Promise<void> {
  await db.$executeRaw`
    UPDATE "Leg" SET "targetPaise" = trade."targetPaise", "stopPaise" = trade."stopPaise", "exitQuantity" = trade."exitQuantity",
      "exitPricePaise" = trade."exitPricePaise", "exitValuePaise" = coalesce(trade."exitPricePaise" * trade."exitQuantity", 0),
      "grossPaise" = trade."grossPaise", "chargesPaise" = trade."chargesPaise", "netPaise" = trade."netPaise", status = trade.status,
      "exitReason" = trade."exitReason", "exitTime" = trade."exitTime"
    FROM "Trade" trade WHERE trade.id = ${id}::uuid AND "Leg".id = trade.id`
}

/** The user's own of a strategy, made when there is none. For tests only. */
export async function subscriptionOf(
  db: Database,
  { userId, strategyId }: { readonly userId: string; readonly strategyId: string },
): Promise<string> {
  const own =
    (await db.subscription.findFirst({ where: { userId, strategyId, endedAt: null } })) ??
    (await db.subscription.create({ data: { userId, strategyId } }))
  return own.id
}

/** The order that opened a trade, after a LONG signal of the 10:29 candle with the index at 24,512.30. For tests only. */
export async function insertEntryOrder(db: Database, tradeId: string): Promise<void> {
  const { userId, subscriptionId, strategyId, version, market, mode, index } = await db.trade.findUniqueOrThrow({ where: { id: tradeId } })
  const { id: legId, contract, terms, quantity } = await db.leg.findFirstOrThrow({ where: { tradeId } })
  const signal = await db.signal.create({
    data: {
      strategyId,
      version,
      market,
      symbol: index,
      interval: '1min',
      candleTime: new Date('2026-11-20T04:59:00Z'),
      side: 'LONG',
      pricePaise: 2_451_230n,
      operandValues: [
        { operand: 'EMA(9)', value: 24_510.456 },
        { operand: 'time', value: '10:29' },
      ],
    },
  })
  await db.order.create({
    data: {
      ...{ userId, subscriptionId, tradeId, legId, signalId: signal.id, quantity, filledQuantity: quantity, filledValuePaise: 750_000n },
      ...{ clientOrderId: `E${tradeId.slice(-14)}`, mode, purpose: 'ENTRY', side: 'BUY', status: 'FILLED' },
      ...{ contract: contract ?? {}, terms: terms ?? {}, intendedAt: new Date('2026-11-20T05:00:00Z') },
    },
  })
}

/** What a trade that closed with this gross result carries, in paise. For tests only. */
export function closedWith(grossPaise: bigint): TradeColumns {
  return {
    status: grossPaise > 0n ? 'TARGET_HIT' : 'STOPLOSS_HIT',
    exitReason: grossPaise > 0n ? 'TARGET' : 'STOP',
    exitQuantity: 75,
    blockedPaise: 0n,
    realisedPaise: grossPaise - 6_413n,
    exitPricePaise: 10_000n + grossPaise / 75n,
    grossPaise,
    chargesPaise: 6_413n,
    netPaise: grossPaise - 6_413n,
    exitTime: new Date('2026-11-20T05:30:00Z'),
    closedAt: new Date(),
  }
}
