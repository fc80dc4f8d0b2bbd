import { err, type Result } from '../../../schema/errors.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import { oppositeOf } from '../../../schema/trading/OrderSide.ts'
import type { Account, Candidate, EntryPlan } from '../risk/assess.ts'
import { withOpenLoss } from '../risk/withOpenLoss.ts'
import type { MarketView } from './MarketView.ts'

/**
 * A decision beside what the account has open: that counts to its loss of the day, and a live account opens no option of which another trade of
 * its own has the other side. What it has by hand is known when the order leaves (AccountChecks).
 */
export function judgeBeside(
  view: Pick<MarketView, 'openLossOf' | 'oppositeUnits'>,
  { userId, mode }: Pick<Candidate, 'userId' | 'mode'>,
  account: Account,
  decide: (account: Account) => Result<EntryPlan, Denial>,
): Result<EntryPlan, Denial> {
  const decided = decide(withOpenLoss(account, view.openLossOf(userId, mode)))
  if (!decided.ok || mode === 'PAPER') return decided
  for (const { contract, side } of decided.value.legs) {
    const ours = view.oppositeUnits(userId, contract, side)
    const numbers = { option: contract.tradingSymbol, held: oppositeOf(side), ours, byHand: 0 }
    if (ours > 0) return err({ reason: 'OPPOSITE_HELD', numbers })
  }
  return decided
}
