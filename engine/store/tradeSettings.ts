import { Prisma } from '../../prisma/generated/client.ts'
import { paise } from '../../schema/money.ts'
import { parseTimeOfDay } from '../../schema/time.ts'
import type { TradeSettings } from '../trading/risk/assess.ts'
import type { ExitLevel } from '../../schema/trading/ExitLevel.ts'

/** What SETTINGS_COLUMNS selects. */
export interface SettingsRow {
  readonly windowStart: string
  readonly windowEnd: string
  readonly takeProfitPercent: number
  readonly stopLossPercent: number
  readonly takeProfitPaise: number | null
  readonly stopLossPaise: number | null
  readonly trailingStopPercent: number | null
  readonly riskPaise: number
  /** Null: no subscription. */
  readonly sizeByRisk: boolean | null
  readonly maxTrades: number
  readonly lots: number
}

/**
 * A subscription's settings, the user's own before the strategy's, from tables named "user", strategy (a version of it) and subscription.
 * In an outer join without a subscription: the strategy's alone.
 */
export const SETTINGS_COLUMNS = Prisma.sql`
  coalesce(subscription."windowStart", strategy."windowStart") AS "windowStart",
  coalesce(subscription."windowEnd", strategy."windowEnd") AS "windowEnd",
  coalesce(subscription."maxTrades", strategy."maxTrades") AS "maxTrades",
  coalesce(subscription.lots, strategy.lots) AS lots,
  strategy."takeProfitPercent", strategy."stopLossPercent", strategy."trailingStopPercent",
  subscription."takeProfitPaise"::float8, subscription."stopLossPaise"::float8,
  subscription."sizeByRisk",
  coalesce(floor("user"."paperFundsPaise" * subscription."riskPercent"::numeric / 100), strategy."riskPerTradePaise")::float8 AS "riskPaise"`

/** Throws when a window is not a time of day: the table is damaged. */
export function settingsOf(row: SettingsRow): TradeSettings {
  return {
    windowStart: minuteOf(row.windowStart),
    windowEnd: minuteOf(row.windowEnd),
    maxTrades: row.maxTrades,
    lots: row.lots,
    takeProfit: levelOf(row.takeProfitPaise, row.takeProfitPercent),
    stopLoss: levelOf(row.stopLossPaise, row.stopLossPercent),
    trailingStopPercent: row.trailingStopPercent,
    risk: paise(row.riskPaise),
    sizeByRisk: row.sizeByRisk ?? false,
  }
}

function levelOf(ofTrade: number | null, percent: number): ExitLevel {
  return ofTrade === null ? { unit: 'PERCENT', value: percent } : { unit: 'RUPEES', value: paise(ofTrade) }
}

function minuteOf(column: string): number {
  const minute = parseTimeOfDay(column)
  if (minute === null) throw new TypeError(`"${column}" is not a time of day`)
  return minute
}
