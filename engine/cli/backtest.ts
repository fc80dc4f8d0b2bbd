import { counted } from '../../schema/counted.ts'
import { totalmem } from 'node:os'
import { foldColumns, INTERVAL_MINUTES, type CandleColumns } from '../../schema/market/candles.ts'
import { INDICES } from '../../schema/market/indices.ts'
import { describeUncovered } from '../../schema/market/coveredYears.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { describeLeftOut } from '../../schema/market/SessionSieve.ts'
import { SHIPPED_MARKET_TABLES } from '../../schema/market/shippedTables.ts'
import { formatRupees } from '../../schema/money.ts'
import { backtestSizeMistake } from '../../schema/rules/backtestSizeMistake.ts'
import { describeTooLarge, lastDayWithin } from '../../schema/rules/TooLarge.ts'
import { nameOfParameters, parameterGrid, placeholdersOf } from '../../schema/rules/parameterGrid.ts'
import { sweptLevelMistake, sweptParameterMistake } from '../../schema/rules/sweptSettings.ts'
import { RATIO_DAYS } from '../../schema/trading/performanceOf.ts'
import { candleDoubts, describeCandleDoubts } from '../backtest/history/candleDoubts.ts'
import { BacktestMarket, type History } from '../backtest/history/BacktestMarket.ts'
import type { BacktestPlan } from '../backtest/trades/BacktestPlan.ts'
import { backtestReport } from '../backtest/report/backtestReport.ts'
import { backtestScope, datesTraded } from '../backtest/report/backtestScope.ts'
import { defaultRanking } from '../backtest/statistics/rankOf.ts'
import { describeModelGap } from '../backtest/premiums/recordedGap.ts'
import { runWithRange } from '../backtest/run/runWithRange.ts'
import type { Variant } from '../backtest/report/sweepReport.ts'
import type { VixCloses } from '../backtest/history/vixLevel.ts'
import { withParameters } from '../backtest/run/withParameters.ts'
import { parseBacktestOptions, type BacktestOptions } from './backtestOptions.ts'
import { CommandFailure } from './failures.ts'
import { listSignals } from './listSignals.ts'
import { printBacktests } from './printBacktests.ts'
import { readCandles, type CandleFile } from './readCandles.ts'
import { readOptionCandles } from './readOptionCandles.ts'
import { readVix } from './readVix.ts'
import { readStrategies, rulesOf, type StrategySource } from './readStrategies.ts'
import { sweepBacktests, walkBacktestsForward } from './sweepBacktests.ts'
import { BACKTEST_USAGE } from './usage.ts'

const NO_VIX: VixCloses = new Map()

/** `backtest`: what strategies would have traded over a candle file, as text or JSON; or their signals, a sweep, a walk-forward. */
export async function backtest(args: readonly string[]): Promise<string> {
  const options = parseBacktestOptions(args)
  if (!options) return BACKTEST_USAGE
  const strategies = await readStrategies(options.strategy, options)
  const file = await readCandles(options.candles, '1min', options.reading)
  const doubts = candleDoubts(options.index, file.candles, SHIPPED_MARKET_RULES)
  const doubted = describeCandleDoubts(options.index, doubts)
  if (options.strict && doubted.length > 0) throw new CommandFailure(`${options.candles}: ${doubted.join(' ')}`)
  if (options.signals) return listOf(strategies, file, options)
  if (options.grid.size > 0 && strategies.length > 1) throw new CommandFailure('--sweep varies one strategy, not all')
  const named = strategies.flatMap((strategy) => variantsOf(strategy, options))

  const recorded = options.options === undefined ? null : await readOptionCandles(options.options, options.reading)
  const history: History = {
    index: options.index,
    minutes: file.candles,
    tables: SHIPPED_MARKET_TABLES,
    traded:
      options.traded === 'index'
        ? { kind: 'INDEX' }
        : {
            kind: 'OPTIONS',
            volatility: options.volatility ?? (options.vix === undefined ? NO_VIX : await readVix(options.vix)),
            candles: recorded?.candles ?? new Map<string, CandleColumns>(),
          },
  }
  const market = new BacktestMarket(history)
  const scope = named[0] && backtestScope(named[0].plan, market)
  if (!scope)
    throw new CommandFailure(`${options.candles}: no candles between ${options.from ?? 'the first'} and ${options.to ?? 'the last'}`)
  const ranked = options.walkForward?.train ?? (options.grid.size > 0 ? scope.days : Infinity)
  const rankBy = options.rankBy ?? defaultRanking(ranked)
  if (ranked < RATIO_DAYS && (rankBy === 'sharpe' || rankBy === 'sortino' || rankBy === 'deflatedSharpe'))
    throw new CommandFailure(`--rank-by ${rankBy} needs at least ${RATIO_DAYS} trading days to be judged by; there are ${ranked}`)

  for (const { name, plan } of named) refuseTooLarge(name, plan, market)
  const found = options.walkForward
    ? await walkBacktestsForward(history, market, datesTraded(options, market), named, options.walkForward, rankBy)
    : options.grid.size > 0
      ? await sweepBacktests(history, market, named, rankBy)
      : reportOn(named, market)
  if (options.json)
    return `${JSON.stringify({ ...scope, dropped: file.dropped, passedOver: file.passedOver, doubts, optionsFound: recorded?.found ?? null, ...found.json }, null, 2)}\n`
  return [
    ...sentences(describeUncovered(scope.uncoveredYears)),
    `${INDICES[options.index].label}, ${counted(scope.days, 'day')} from ${scope.from} to ${scope.to}; ${scope.traded}; funds ${formatRupees(options.account.funds)}, ${counted(options.lots, 'lot')} a trade`,
    ...describeLeftOut(file),
    ...doubted,
    ...(recorded ? describeLeftOut(recorded.found) : []),
    ...sentences(scope.modelGap && describeModelGap(scope.modelGap)),
    '',
    ...found.lines,
    'What happened on these days says little about the days to come.',
    '',
  ].join('\n')
}

/** Throws a CommandFailure when the columns of a plan's rules would take a quarter of this machine's memory: a sweep has them once for each processor. */
function refuseTooLarge(name: string, { rules, from }: BacktestPlan, { minutes }: BacktestMarket): void {
  const most = Math.floor(totalmem() / 4 / Float64Array.BYTES_PER_ELEMENT)
  const mistake = backtestSizeMistake(rules, minutes.time.length, most)
  if (mistake === null) return
  throw new CommandFailure(`${name}: ${describeTooLarge(mistake, lastDayWithin(minutes.time, mistake.fitting), from)}`)
}

function reportOn(named: readonly Variant[], market: BacktestMarket) {
  const strategies = named.map(({ name, plan }) => backtestReport(name, runWithRange(plan, market), plan, market))
  return { json: { strategies }, lines: printBacktests(strategies) }
}

/** A variant for each set of the sweep's parameters. Throws a CommandFailure when there is no such parameter. */
function variantsOf(strategy: StrategySource, { interval, account, from, to, grid, slippage }: BacktestOptions): Variant[] {
  const placeholders = placeholdersOf(strategy.ruleText)
  for (const [parameter, values] of grid) {
    const mistake = sweptParameterMistake(parameter, values, placeholders)
    if (mistake !== null) throw new CommandFailure(`${strategy.name}: --sweep: ${mistake}`)
  }
  return parameterGrid(grid).map((parameters) => {
    const settings = withParameters(strategy.settings, parameters)
    const rules = rulesOf(strategy, interval, parameters)
    const mistake = sweptLevelMistake(rules, [...grid.keys()], placeholders)
    if (mistake !== null) throw new CommandFailure(`${strategy.name}: --sweep: ${mistake}`)
    const plan: BacktestPlan = { rules, settings, account, from, to, slippage }
    return { name: grid.size > 0 ? nameOfParameters(parameters) : strategy.name, parameters, plan }
  })
}

function listOf(strategies: readonly StrategySource[], file: CandleFile, { interval, json }: BacktestOptions): string {
  const [strategy, another] = strategies
  if (!strategy || another) throw new CommandFailure('--signals lists one strategy, not all')
  const rules = rulesOf(strategy, interval)
  return listSignals(strategy.name, rules, { ...file, candles: foldColumns(file.candles, INTERVAL_MINUTES[rules.interval]) }, json)
}

function sentences(...given: readonly (string | null)[]): string[] {
  return given.filter((sentence) => sentence !== null)
}
