import type { Transaction } from '../../../prisma/client.ts'
import { lastStoredDayWithin } from '../../../prisma/lastStoredDayWithin.ts'
import { storedMinutes } from '../../../prisma/storedMinutes.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import { backtestSizeMistake } from '../../../schema/rules/backtestSizeMistake.ts'
import { backtestWorkMistake } from '../../../schema/rules/backtestWorkMistake.ts'
import type { RuleSet } from '../../../schema/rules/RuleSet.ts'
import { describeTooLarge, tightest } from '../../../schema/rules/TooLarge.ts'
import type { IsoDate } from '../../../schema/time.ts'

/** What to run, and over which candles. */
export interface BacktestSize {
  /** Of the variants, each once. */
  readonly rules: readonly RuleSet[]
  readonly variants: number
  readonly symbol: string
  /** Null: from the first stored day, and to the last. */
  readonly from: IsoDate | null
  readonly to: IsoDate | null
}

/**
 * Throws BAD_USER_INPUT, with the numbers and the last day that would fit, when rules need more memory over the stored candles of an index, or their variants more work,
 * than a backtest gets. The engine checks again when it runs, and reports there what cannot be decided here (no engine has run yet, rules
 * that do not parse, the number of folds).
 */
export async function refuseTooLarge(tx: Transaction, { rules, variants, symbol, from, to }: BacktestSize): Promise<void> {
  const engine = await tx.engineState.findFirst({ orderBy: { heartbeatAt: 'desc' }, select: { market: true } })
  if (!engine) return
  const minutes = await storedMinutes(tx, { market: engine.market, symbol, to })
  const sizes = rules.map((each) => backtestSizeMistake(each, minutes))
  const mistake = tightest([...sizes, backtestWorkMistake({ variants, folds: null, minutes })])
  if (mistake === null) return
  const lastDay = await lastStoredDayWithin(tx, { market: engine.market, symbol }, mistake.fitting)
  throw new UserFacingError('BAD_USER_INPUT', describeTooLarge(mistake, lastDay, from))
}
