import { allocateColumns, toColumns, type Candle, type CandleColumns } from '../../../schema/market/candles.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { fromRupees, paise } from '../../../schema/money.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import type { RuleSource } from '../../../schema/rules/RuleSource.ts'
import { istInstant, MINUTE, parseTimeOfDay, type IsoDate } from '../../../schema/time.ts'
import { BacktestMarket, type Traded } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from '../trades/BacktestPlan.ts'
import { NO_LEGS, type BacktestTrade } from '../trades/BacktestResult.ts'

/** Rupees: one price for a still minute, or its open, high, low and close. Null: a minute without a candle. */
export type Minute = number | readonly [open: number, high: number, low: number, close: number] | null

/** One-minute candles from a time of day on. */
export function minutesFrom(date: IsoDate, time: string, minutes: readonly Minute[]): CandleColumns {
  const start = istInstant(date, parseTimeOfDay(time)!)
  const candles = minutes.flatMap((minute, i): Candle[] => {
    if (minute === null) return []
    const [open, high, low, close] = typeof minute === 'number' ? [minute, minute, minute, minute] : minute
    return [
      {
        time: start + i * MINUTE,
        open: fromRupees(open),
        high: fromRupees(high),
        low: fromRupees(low),
        close: fromRupees(close),
        volume: 0,
      },
    ]
  })
  return toColumns(candles)
}

/** Concatenates stretches of candles. */
export function joined(...parts: readonly CandleColumns[]): CandleColumns {
  const whole = allocateColumns(parts.reduce((length, { time }) => length + time.length, 0))
  let position = 0
  for (const part of parts) {
    for (const name of ['time', 'open', 'high', 'low', 'close', 'volume'] as const) whole[name].set(part[name], position)
    position += part.time.length
  }
  return whole
}

/** A history of NIFTY under the shipped rules. */
export function niftyHistory(minutes: CandleColumns, traded: Traded): BacktestMarket {
  return new BacktestMarket({ index: 'NIFTY', minutes, tables: SHIPPED_MARKET_TABLES, traded })
}

/** One lot, 20% stop, 30% target, from 09:15 to 15:30, on an account of ten lakh, with overrides. Throws when the rules are wrong. */
export function testPlan(
  source: RuleSource,
  { settings, ...plan }: Partial<Omit<BacktestPlan, 'settings'>> & { settings?: Partial<BacktestPlan['settings']> } = {},
): BacktestPlan {
  const rules = parseRuleSet(source)
  if (!rules.ok) throw new Error(JSON.stringify(rules.error))
  return {
    rules: rules.value,
    account: { funds: paise(10_00_000_00), maxOpenTrades: 20, maxDailyLoss: null, squareOffAtDailyLoss: false },
    from: null,
    to: null,
    slippage: 1,
    ...plan,
    settings: {
      takeProfit: { unit: 'PERCENT', value: 30 },
      stopLoss: { unit: 'PERCENT', value: 20 },
      trailingStopPercent: null,
      risk: paise(1_00_000_00),
      sizeByRisk: false,
      windowStart: 9 * 60 + 15,
      windowEnd: 15 * 60 + 30,
      maxTrades: 50,
      lots: 1,
      ...settings,
    },
  }
}

/** A trade from one minute of the day to another. Rupees. */
export function closedTrade(date: IsoDate, entered: number, left: number, net: number, charges = 50): BacktestTrade {
  return {
    side: 'LONG',
    candleTime: istInstant(date, entered - 1),
    indexPrice: paise(21_700_00),
    contract: null,
    option: null,
    source: 'MODEL',
    quantity: 50,
    entryTime: istInstant(date, entered) + 300,
    entryPrice: paise(100_00),
    exitTime: istInstant(date, left) + 300,
    exitPrice: paise(100_00),
    exitReason: 'TARGET',
    levels: null,
    extremes: null,
    gross: fromRupees(net + charges),
    charges: fromRupees(charges),
    net: fromRupees(net),
    legs: NO_LEGS,
  }
}
