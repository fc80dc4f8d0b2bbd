import type { Transaction } from '../../prisma/client.ts'
import { storedMinutes } from '../../prisma/storedMinutes.ts'
import { UserFacingError } from '../../schema/errors.ts'
import { backtestSizeMistake } from '../../schema/rules/backtestSizeMistake.ts'
import { parseRuleSet } from '../../schema/rules/parseRuleSet.ts'
import type { IsoDate } from '../../schema/time.ts'

/**
 * Throws BAD_USER_INPUT, with the numbers, when rules would need more memory over the stored candles of an index than a backtest gets. The
 * engine asks the same when it runs: what cannot be told here (no engine has run yet, rules that cannot be read) is told there.
 */
export async function refuseTooLarge(
  tx: Transaction,
  rules: unknown,
  { symbol, to }: { readonly symbol: string; readonly to: IsoDate | null },
): Promise<void> {
  const parsed = parseRuleSet(rules)
  const engine = await tx.engineState.findFirst({ select: { market: true } })
  if (!parsed.ok || !engine) return
  const mistake = backtestSizeMistake(parsed.value, await storedMinutes(tx, { market: engine.market, symbol, to }))
  if (mistake !== null) throw new UserFacingError('BAD_USER_INPUT', mistake)
}
