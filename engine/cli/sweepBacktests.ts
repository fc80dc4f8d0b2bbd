import { availableParallelism } from 'node:os'
import type { History } from '../backtest/BacktestMarket.ts'
import type { BacktestPlan } from '../backtest/BacktestPlan.ts'
import { inRupees } from '../backtest/backtestReport.ts'
import { foldsOf, rankOf, walkForward } from '../backtest/walkForward.ts'
import type { RankingMetric } from '../backtest/measure.ts'
import { createLog } from '../runtime/createLog.ts'
import { SweepPool } from '../workers/SweepPool.ts'
import { formatRupees, paise, toRupees } from '../../schema/money.ts'
import type { IsoDate } from '../../schema/time.ts'
import { CommandFailure } from './failures.ts'
import { METRIC_HEADERS, metricCells } from './printBacktests.ts'
import { textTable } from './textTable.ts'

/** Variants printed as text; JSON has all of them. */
const SHOWN = 25

/** A plan with the name it is listed under. */
export interface NamedPlan {
  readonly name: string
  readonly plan: BacktestPlan
}

/** What a sweep or a walk-forward found: for JSON, and as lines of text. */
export interface SweepFindings {
  readonly json: Readonly<Record<string, unknown>>
  readonly lines: readonly string[]
}

/** Tries every plan over the history on all processors, and lists them, the best by a metric first. */
export async function sweepBacktests(history: History, named: readonly NamedPlan[], rankBy: RankingMetric): Promise<SweepFindings> {
  return onPool(history, async (runMany) => {
    const metrics = await runMany(named.map(({ plan }) => plan))
    const ranked = rankOf(metrics, rankBy).map((position) => ({ name: named[position]!.name, metrics: inRupees(metrics[position]!) }))
    return {
      json: { rankedBy: rankBy, variants: ranked },
      lines: [
        `${ranked.length} variants, the best by ${rankBy} first${ranked.length > SHOWN ? `; the first ${SHOWN}` : ''}`,
        '',
        ...textTable(
          ['variant', ...METRIC_HEADERS],
          ranked.slice(0, SHOWN).map(({ name, metrics }) => [name, ...metricCells(metrics)]),
        ),
      ],
    }
  })
}

/** Walks the plans forward over the days: what was best on the days before, validated on the days after. Throws a CommandFailure when there are too few days. */
export async function walkBacktestsForward(
  history: History,
  days: readonly IsoDate[],
  named: readonly NamedPlan[],
  { train, validate }: { readonly train: number; readonly validate: number },
  rankBy: RankingMetric,
): Promise<SweepFindings> {
  const folds = foldsOf(days, train, validate)
  if (folds.length === 0)
    throw new CommandFailure(`--walk-forward ${train}/${validate} needs more than ${train} days; the candles have ${days.length}`)
  return onPool(history, async (runMany) => {
    const outcomes = await walkForward(
      named.map(({ plan }) => plan),
      folds,
      rankBy,
      runMany,
    )
    const found = outcomes.map(({ plan, trained, validated, ...fold }) => ({
      ...fold,
      variant: named[plan]!.name,
      trained: inRupees(trained),
      validated: inRupees(validated),
    }))
    const net = paise(outcomes.reduce((total, { validated }) => total + validated.net, 0))
    return {
      json: { rankedBy: rankBy, folds: found, validatedNet: toRupees(net) },
      lines: [
        `Best of ${named.length} by ${rankBy} on ${train} days, validated on the next ${validate}`,
        '',
        ...textTable(
          ['validated on', 'variant', ...METRIC_HEADERS],
          found.map(({ validate: [from, to], variant, validated }) => [`${from} to ${to}`, variant, ...metricCells(validated)]),
        ),
        '',
        `Net on days not trained on: ${formatRupees(net)}.`,
      ],
    }
  })
}

async function onPool<T>(
  history: History,
  work: (runMany: (plans: readonly BacktestPlan[]) => ReturnType<SweepPool['run']>) => Promise<T>,
): Promise<T> {
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
