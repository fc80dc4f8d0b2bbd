import type { z } from 'zod'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { fromRupees } from '../../../schema/money.ts'
import type { settingsInput } from './input.ts'

/** The columns of a subscription that a change of its settings writes, but for its mode; absent fields have none. */
export function settingsColumns(change: z.output<typeof settingsInput>): Prisma.SubscriptionUncheckedUpdateManyInput {
  const { timeWindow, maxTrades, riskPerTrade, stopLoss, takeProfit, quantity, sizeByRisk, instruments } = change
  const window = timeWindow === null ? { start: null, end: null } : timeWindow
  return given({
    windowStart: window?.start,
    windowEnd: window?.end,
    maxTrades,
    lots: quantity,
    instruments: instruments === null ? [] : instruments,
    riskPercent: riskPerTrade,
    sizeByRisk: sizeByRisk ?? undefined,
    stopLossPaise: stopLoss == null ? stopLoss : fromRupees(stopLoss),
    takeProfitPaise: takeProfit == null ? takeProfit : fromRupees(takeProfit),
  })
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Drops undefined fields. */
function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>
}
