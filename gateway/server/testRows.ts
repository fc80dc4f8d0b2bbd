import type { Database } from '../../prisma/client.ts'
import { createStrategy, type StrategyIdentity, type StrategyTerms } from '../../prisma/createStrategy.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { STRATEGY_TEMPLATES } from '../../schema/rules/templates.ts'

/** A built-in strategy, public and active unless told otherwise. Returns its id. For tests only. */
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

export type TradeChanges = Partial<Prisma.TradeUncheckedCreateInput> & { readonly userId: string; readonly strategyId: string }

/** A running trade of 75 units bought at ₹100.00, in a subscription made for it when the user has none. Returns its id. For tests only. */
export async function insertTrade(db: Database, { userId, strategyId, ...changes }: TradeChanges): Promise<string> {
  const subscription =
    (await db.subscription.findFirst({ where: { userId, strategyId, endedAt: null } })) ??
    (await db.subscription.create({ data: { userId, strategyId } }))
  const trade = await db.trade.create({
    data: {
      userId,
      strategyId,
      subscriptionId: subscription.id,
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
      ...changes,
    },
  })
  return trade.id
}

/** The order that opened a trade, after a LONG signal of the 10:29 candle with the index at 24,512.30. For tests only. */
export async function insertEntryOrder(db: Database, tradeId: string): Promise<void> {
  const { userId, subscriptionId, strategyId, version, market, index, contract, terms, quantity } = await db.trade.findUniqueOrThrow({
    where: { id: tradeId },
  })
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
      ...{ userId, subscriptionId, tradeId, signalId: signal.id, quantity, filledQuantity: quantity, filledValuePaise: 750_000n },
      ...{ clientOrderId: `E${tradeId.slice(-14)}`, mode: 'PAPER', purpose: 'ENTRY', side: 'BUY', status: 'FILLED' },
      ...{ contract: contract ?? {}, terms: terms ?? {}, intendedAt: new Date('2026-11-20T05:00:00Z') },
    },
  })
}

/** What a trade that closed with this gross result carries, in paise. For tests only. */
export function closedWith(grossPaise: bigint): Partial<Prisma.TradeUncheckedCreateInput> {
  return {
    status: grossPaise > 0n ? 'TARGET_HIT' : 'STOPLOSS_HIT',
    exitReason: grossPaise > 0n ? 'TARGET' : 'STOP',
    exitQuantity: 75,
    exitValuePaise: 750_000n + grossPaise,
    exitPricePaise: 10_000n + grossPaise / 75n,
    grossPaise,
    chargesPaise: 6_413n,
    netPaise: grossPaise - 6_413n,
    exitTime: new Date('2026-11-20T05:30:00Z'),
    closedAt: new Date(),
  }
}
