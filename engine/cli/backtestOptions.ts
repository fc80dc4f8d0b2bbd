import type { BacktestAccount } from '../backtest/trades/BacktestPlan.ts'
import { RANKING_METRICS, type RankingMetric } from '../backtest/statistics/measure.ts'
import { LIMITS } from '../../schema/limits.ts'
import type { Interval } from '../../schema/market/candles.ts'
import { indexNamed, SHOWN_INDICES, type IndexSymbol } from '../../schema/market/indices.ts'
import { fromRupees, paise } from '../../schema/money.ts'
import { isDay, type IsoDate } from '../../schema/time.ts'
import type { FileReading } from '../../schema/market/csv/FileReading.ts'
import { UsageError } from './failures.ts'
import { FILE_OPTIONS, parseFileReading } from './fileReading.ts'
import { parseInterval, parseOptions, required, wholeIn } from './options.ts'

const SLIPPAGE = LIMITS.backtests.slippage
/** The most parameter sets of one sweep. */
const MOST_SETS = 10_000

/** The parsed options of `backtest`. */
export interface BacktestOptions {
  readonly candles: string
  /** Of candles and options. */
  readonly reading: FileReading
  readonly strategy: string
  readonly interval: Interval | undefined
  readonly index: IndexSymbol
  readonly traded: 'model' | 'index'
  /** A file of option candles. */
  readonly options: string | undefined
  /** A fraction per trading year, of every day; null: each day has its own. */
  readonly volatility: number | null
  /** A file of India VIX. */
  readonly vix: string | undefined
  /** See BacktestPlan. */
  readonly slippage: number
  readonly from: IsoDate | null
  readonly to: IsoDate | null
  readonly lots: number
  readonly sizeByRisk: boolean
  readonly account: BacktestAccount
  readonly grid: ReadonlyMap<string, readonly number[]>
  readonly walkForward: { readonly train: number; readonly validate: number } | null
  /** Null: as in defaultRanking(). */
  readonly rankBy: RankingMetric | null
  /** Refuses candles that something speaks against. */
  readonly strict: boolean
  readonly signals: boolean
  readonly json: boolean
}

/** Parses the options of `backtest`; null for its help. Throws a UsageError naming the option and its valid form. */
export function parseBacktestOptions(args: readonly string[]): BacktestOptions | null {
  const given = parseOptions(args, {
    candles: { type: 'string' },
    strategy: { type: 'string' },
    interval: { type: 'string' },
    index: { type: 'string', default: 'NIFTY' },
    options: { type: 'string' },
    ...FILE_OPTIONS,
    source: { type: 'string', default: 'model' },
    iv: { type: 'string' },
    vix: { type: 'string' },
    slippage: { type: 'string', default: String(SLIPPAGE.default) },
    from: { type: 'string' },
    to: { type: 'string' },
    lots: { type: 'string', default: '1' },
    size: { type: 'string', default: 'fixed' },
    funds: { type: 'string', default: '1000000' },
    sweep: { type: 'string' },
    'walk-forward': { type: 'string' },
    'rank-by': { type: 'string' },
    strict: { type: 'boolean', default: false },
    signals: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  })
  if (given.help) return null
  const { source, size } = given
  const index = indexNamed(given.index)
  const { paperFunds } = LIMITS.account
  if (index === null) throw new UsageError(`--index must be ${SHOWN_INDICES.join(', ')}, not "${given.index}"`)
  if (source !== 'model' && source !== 'index') throw new UsageError(`--source must be model or index, not "${source}"`)
  if (size !== 'fixed' && size !== 'risk') throw new UsageError(`--size must be fixed or risk, not "${size}"`)
  const rankBy = given['rank-by'] === undefined ? null : RANKING_METRICS.find((metric) => metric === given['rank-by'])
  if (rankBy === undefined) throw new UsageError(`--rank-by must be ${RANKING_METRICS.join(', ')}, not "${given['rank-by']}"`)
  return {
    candles: required(given.candles, '--candles'),
    reading: parseFileReading(given),
    strategy: required(given.strategy, '--strategy'),
    interval: given.interval === undefined ? undefined : parseInterval(given.interval),
    index,
    traded: source,
    options: given.options,
    volatility: given.iv === undefined ? null : numberIn('--iv', given.iv, 1, 200) / 100,
    vix: given.vix,
    slippage: numberIn('--slippage', given.slippage, SLIPPAGE.min, SLIPPAGE.max),
    from: dateOf('--from', given.from),
    to: dateOf('--to', given.to),
    lots: wholeIn('--lots', given.lots, LIMITS.strategy.quantity.min, LIMITS.strategy.quantity.max),
    sizeByRisk: size === 'risk',
    account: {
      funds: fromRupees(numberIn('--funds', given.funds, paperFunds.min, paperFunds.max)),
      maxOpenTrades: 20,
      maxDailyLoss: paise(25_000_00),
      squareOffAtDailyLoss: false,
    },
    grid: parseGrid(given.sweep),
    walkForward: parseFolds(given['walk-forward']),
    rankBy,
    strict: given.strict,
    signals: given.signals,
    json: given.json,
  }
}

function numberIn(option: string, text: string, min: number, max: number): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN
  if (!(value >= min && value <= max)) throw new UsageError(`${option} must be a number from ${min} to ${max}, not "${text}"`)
  return value
}

function dateOf(option: string, text: string | undefined): IsoDate | null {
  if (text === undefined) return null
  if (!isDay(text)) throw new UsageError(`${option} must be a date like 2024-01-31, not "${text}"`)
  return text
}

/** `fast=5,9,12;slow=21,34`. */
function parseGrid(text: string | undefined): ReadonlyMap<string, readonly number[]> {
  const grid = new Map<string, readonly number[]>()
  if (text === undefined) return grid
  for (const part of text.split(';')) {
    const match = /^\s*([a-z]\w*)\s*=\s*(-?\d+(?:\.\d+)?(?:\s*,\s*-?\d+(?:\.\d+)?)*)\s*$/i.exec(part)
    if (!match) throw new UsageError(`--sweep must be like "fast=5,9,12;slow=21,34", not "${text}"`)
    grid.set(match[1]!, match[2]!.split(',').map(Number))
  }
  const sets = [...grid.values()].reduce((product, values) => product * values.length, 1)
  if (sets > MOST_SETS) throw new UsageError(`--sweep asks for ${sets} parameter sets, more than ${MOST_SETS}`)
  return grid
}

/** `60/20`. */
function parseFolds(text: string | undefined): BacktestOptions['walkForward'] {
  if (text === undefined) return null
  const match = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text)
  if (!match) throw new UsageError(`--walk-forward must be days to train on and days to validate on, like 60/20, not "${text}"`)
  return { train: Number(match[1]), validate: Number(match[2]) }
}
