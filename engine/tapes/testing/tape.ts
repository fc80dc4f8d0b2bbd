import { allocateColumns, type CandleColumns } from '../../../schema/market/candles.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { optionSymbol } from '../../../schema/market/options/optionSymbol.ts'
import { fromRupees } from '../../../schema/money.ts'
import { parseTimeOfDay, type IsoDate } from '../../../schema/time.ts'
import type { BacktestMarket } from '../../backtest/history/BacktestMarket.ts'
import { optionMarketOf } from '../../backtest/premiums/optionMarketOf.ts'
import { joined, minutesFrom, niftyHistory } from '../../backtest/testing/history.ts'
import type { OptionContract } from '../../broker/port.ts'

/** The Monday before an expiry of NIFTY's options, which are 65 units a lot. */
export const TAPE_DATE: IsoDate = '2026-07-13'
export const TAPE_EXPIRY: IsoDate = '2026-07-14'
const OPEN = 9 * 60 + 15
/** What prices options without candles, a fraction per trading year. */
export const TAPE_VOLATILITY = 0.14
/** Strikes either side of the index that are listed: more than legs are chosen from. */
const LISTED = 45

/** Rupees from a time of day on, HH:MM, each until the next. */
export type Steps = readonly (readonly [time: string, price: number])[]

export interface TapeParts {
  /** TAPE_DATE, if no other is given. */
  readonly date?: IsoDate
  readonly index: Steps
  /** By strike and type, such as "24000CE", or "24000CE 2026-07-21" for another expiry than TAPE_EXPIRY. */
  readonly options: Readonly<Record<string, Steps>>
  /** HH:MM of the first minute that is no more on it. */
  readonly until: string
  /** One-minute candles of the index of the days before. */
  readonly past?: CandleColumns
}

/**
 * Prices of NIFTY and some of its options in which nothing depends on the way through a minute: each has one price from a minute's start
 * to its end. So what a backtest makes of minutes and what live trading makes of quotes are answers to one question.
 */
export interface Tape {
  readonly market: BacktestMarket
  /** Those listed, and what some of them were traded at. */
  readonly contracts: readonly OptionContract[]
  readonly candles: ReadonlyMap<string, CandleColumns>
  /** Position of the first minute of the day in the market's. */
  readonly first: number
  /** Positions of the minutes in which prices change. */
  readonly steps: ReadonlySet<number>
}

export function tapeOf({ date = TAPE_DATE, index, options, until, past = allocateColumns(0) }: TapeParts): Tape {
  const end = parseTimeOfDay(until)!
  const minutes = joined(past, minutesFrom(date, '09:15', stepped(index, end)))
  const candles = new Map(Object.entries(options).map(([name, steps]) => [symbolOf(name), minutesFrom(date, '09:15', stepped(steps, end))]))
  const traded = { kind: 'OPTIONS', volatility: TAPE_VOLATILITY, candles } as const
  const market = niftyHistory(minutes, traded)
  const contracts = optionMarketOf(market, traded).contractsWithin(date, fromRupees(index[0]![1]), LISTED, true)
  const first = past.time.length
  const steps = [index, ...Object.values(options)].flatMap((each) => each.map(([time]) => first + parseTimeOfDay(time)! - OPEN))
  return { market, contracts, candles, first, steps: new Set(steps) }
}

/** The trading symbol of an option as TapeParts names it. */
function symbolOf(name: string): string {
  const [option = '', expiry = TAPE_EXPIRY] = name.split(' ')
  return optionSymbol(SHIPPED_MARKET_RULES, 'NIFTY', expiry, fromRupees(Number(option.slice(0, -2))), option.endsWith('CE') ? 'CE' : 'PE')
}

function stepped(steps: Steps, end: number): number[] {
  const prices: number[] = []
  let price = NaN
  for (let minute = OPEN, next = 0; minute < end; minute++) {
    while (next < steps.length && parseTimeOfDay(steps[next]![0])! <= minute) price = steps[next++]![1]
    prices.push(price)
  }
  return prices
}
