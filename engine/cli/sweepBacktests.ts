import { availableParallelism } from 'node:os'
import type { BacktestMarket, History } from '../backtest/history/BacktestMarket.ts'
import type { RankingMetric } from '../backtest/statistics/measure.ts'
import { sweepReport, type ReportedVariant, type SweepReport, type Variant } from '../backtest/report/sweepReport.ts'
import { foldsOf, walkForward, type RunMany } from '../backtest/report/walkForward.ts'
import { walkForwardReport, type WalkForwardReport } from '../backtest/report/walkForwardReport.ts'
import { createLog } from '../runtime/createLog.ts'
import { SweepPool } from '../backtest/sweep/SweepPool.ts'
import { formatRupees, fromRupees } from '../../schema/money.ts'
import type { IsoDate } from '../../schema/time.ts'
import { CommandFailure } from './failures.ts'
import { percentCell, ratioCell } from './cells.ts'
import { describeAssumptions } from './describeAssumptions.ts'
import { METRIC_HEADERS, metricCells, RANGE_HEADER, rangeCell } from './printBacktests.ts'
import { textTable } from './textTable.ts'

/** Variants printed as text; JSON has all of them. */
const SHOWN = 25

/** What a sweep or a walk-forward found: for JSON, and as lines of text. */
export interface SweepFindings {
  readonly json: SweepReport | WalkForwardReport
  readonly lines: readonly string[]
}

/** Tries every variant over the history on all processors, and lists them, the best by a metric first. `market`: of the history. */
export async function sweepBacktests(
  history: History,
  market: BacktestMarket,
  variants: readonly Variant[],
  rankBy: RankingMetric,
): Promise<SweepFindings> {
  return onPool(history, async (runMany) => {
    const found = sweepReport(variants, await runMany(variants.map(({ plan }) => plan)), rankBy, market)
    const { ranged, assumptions } = found
    const { length } = found.variants
    const [best] = found.variants
    return {
      json: found,
      lines: [
        `${length} variants, the best by ${rankBy} first${length > SHOWN ? `; the first ${SHOWN}` : ''}`,
        '',
        ...textTable(
          ['variant', ...METRIC_HEADERS, RANGE_HEADER, 'deflated Sharpe', 'neighbours'],
          found.variants
            .slice(0, SHOWN)
            .map((variant) => [
              variant.name,
              ...metricCells(variant.metrics),
              rangeCell(variant.range),
              percentCell(variant.deflatedSharpe),
              neighbours(variant, rankBy),
            ]),
        ),
        ...describeAssumptions([{ strategy: ranged < length ? `The best ${ranged}` : 'All', range: best?.range ?? null, assumptions }]),
        ...(ranged > 0 && ranged < length ? [`Only the best ${ranged} have that range.`] : []),
        '',
        'The deflated Sharpe ratio is the probability that a variant is better than the best of as many without any skill.',
        `Neighbours: the median of ${rankBy} one step away in one parameter.`,
      ],
    }
  })
}

/** Walks the variants forward: the best on the days before, validated on the days after. Throws a CommandFailure on too few days. */
export async function walkBacktestsForward(
  history: History,
  market: BacktestMarket,
  days: readonly IsoDate[],
  variants: readonly Variant[],
  { train, validate }: { readonly train: number; readonly validate: number },
  rankBy: RankingMetric,
): Promise<SweepFindings> {
  const folds = foldsOf(days, train, validate)
  if (folds.length === 0)
    throw new CommandFailure(`--walk-forward ${train}/${validate} needs more than ${train} days; the candles have ${days.length}`)
  return onPool(history, async (runMany) => {
    const plans = variants.map(({ plan }) => plan)
    const found = walkForwardReport(variants, await walkForward(plans, folds, rankBy, runMany, market), rankBy, market)
    const { metrics, verdict, range } = found.outOfSample
    return {
      json: found,
      lines: [
        `Best of ${variants.length} by ${rankBy} on ${train} days, validated on the next ${validate}`,
        '',
        ...textTable(
          ['validated on', 'variant', ...METRIC_HEADERS, RANGE_HEADER],
          [
            ...found.folds.map((fold) => [
              ...[fold.validate.join(' to '), fold.variant],
              ...[...metricCells(fold.validated), rangeCell(fold.range)],
            ]),
            ['all of them', '', ...metricCells(metrics), rangeCell(range)],
          ],
        ),
        ...describeAssumptions([{ strategy: 'Days not trained on', range, assumptions: found.assumptions }]),
        '',
        `Net on days not trained on: ${formatRupees(fromRupees(metrics.net))}. ${verdict}`,
      ],
    }
  })
}

function neighbours({ neighbours: around, standsAlone }: ReportedVariant, rankBy: RankingMetric): string {
  if (!around || around.median === null) return '–'
  const median = rankBy === 'deflatedSharpe' || rankBy === 'winRate' ? percentCell(around.median) : ratioCell(around.median)
  return standsAlone ? `${median}, stands alone` : median
}

async function onPool<T>(history: History, work: (runMany: RunMany) => Promise<T>): Promise<T> {
  const pool = new SweepPool({ threads: availableParallelism(), log: createLog('backtest') })
  const onProgress = process.stderr.isTTY
    ? ({ done, total, msLeft }: { readonly done: number; readonly total: number; readonly msLeft: number }) =>
        process.stderr.write(`\r${done} of ${total}, ${Math.ceil(msLeft / 1_000)} s left \r`)
    : null
  try {
    return await work((plans) => pool.run(history, plans, onProgress ? { onProgress } : {}))
  } finally {
    await pool.close()
  }
}
