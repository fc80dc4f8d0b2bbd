import { err, ok, type Result } from '../../schema/errors.ts'
import { backtestSizeMistake } from '../../schema/rules/backtestSizeMistake.ts'
import { describeTooLarge, tightest } from '../../schema/rules/TooLarge.ts'
import { BacktestMarket } from '../backtest/history/BacktestMarket.ts'
import type { BacktestPlan } from '../backtest/trades/BacktestPlan.ts'
import { backtestScope } from '../backtest/report/backtestScope.ts'
import { StoredBacktest } from '../store/StoredBacktest.ts'
import { reportRequest } from './reportRequest.ts'

export interface BacktestTask {
  readonly databaseUrl: string
  /** The broker port's marketId, whose candles it uses. */
  readonly market: string
  readonly runId: string
}

/**
 * Runs a stored backtest from the database to the database, on its own connection: years of candles and the trades on them stay out of the
 * calling process, which only receives the progress, 0 to 1. The backtest ends with the report that `engine backtest --json` prints, or
 * with the reason why there is none. Rejects, and leaves it running, when the database fails.
 */
export async function backtestStored({ databaseUrl, market, runId }: BacktestTask, onProgress: (share: number) => void): Promise<void> {
  const stored = new StoredBacktest(databaseUrl, market, runId)
  try {
    await stored.end(await reportOn(stored, onProgress))
  } finally {
    await stored.close()
  }
}

/** The report as JSON text, or why there is none. */
async function reportOn(stored: StoredBacktest, onProgress: (share: number) => void): Promise<Result<string, string>> {
  const request = await stored.request()
  if (!request.ok) return request
  const { strategy, index, variants } = request.value
  const [{ plan }] = variants
  const minutes = await stored.minutes(index, plan.to)
  const mistake = tightest(variants.map((each) => backtestSizeMistake(each.plan.rules, minutes)))
  if (mistake !== null) return err(describeTooLarge(mistake, await stored.lastDayWithin(index, mistake.fitting), plan.from))
  const history = await stored.history(index, plan.from, plan.to)
  if (!history.ok) return history
  const past = history.value && new BacktestMarket(history.value)
  const scope = past && backtestScope(plan, past)
  if (!scope) return err(`There are no candles of ${index}${between(plan)} yet.`)
  try {
    const found = await reportRequest(request.value, past, onProgress)
    return found.ok ? ok(JSON.stringify({ ...scope, ...found.value })) : found
  } catch (error) {
    if (error instanceof RangeError) return err(`The rules of ${strategy} cannot be evaluated: ${error.message}.`)
    throw error
  }
}

function between({ from, to }: Pick<BacktestPlan, 'from' | 'to'>): string {
  if (from !== null && to !== null) return ` between ${from} and ${to}`
  if (from !== null) return ` from ${from} on`
  return to === null ? '' : ` up to ${to}`
}
