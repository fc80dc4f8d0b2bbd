import { err, type Result } from '../../../schema/errors.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import { oppositeOf } from '../../../schema/trading/OrderSide.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { Account, Candidate, EntryPlan, PlannedLeg } from '../risk/assess.ts'
import { withOpenLoss } from '../risk/withOpenLoss.ts'
import type { MarketView } from './MarketView.ts'

/** A decision of an account beside what it has. */
export type JudgeBeside = (
  candidate: Pick<Candidate, 'userId' | 'mode'>,
  account: Account,
  decide: (account: Account) => Result<EntryPlan, Denial>,
) => Result<EntryPlan, Denial>

/**
 * Decides beside what an account has open: that counts to its loss of the day, and a live account opens no option of which another trade of
 * its own has the other side, or is about to: by an order under way, or by an earlier decision of the same judge. What it has by hand is
 * known when the order leaves (AccountChecks).
 */
export function judgeBeside(view: Pick<MarketView, 'openLossOf' | 'oppositeUnits'>): JudgeBeside {
  const decidedOn = new Map<string, PlannedLeg[]>()
  return ({ userId, mode }, account, decide) => {
    const decided = decide(withOpenLoss(account, view.openLossOf(userId, mode)))
    if (!decided.ok || mode === 'PAPER') return decided
    const before = decidedOn.get(userId) ?? []
    for (const { contract, side } of decided.value.legs) {
      const ours = view.oppositeUnits(userId, contract, side) + oppositeIn(before, { contract, side })
      const numbers = { option: contract.tradingSymbol, held: oppositeOf(side), ours, byHand: 0 }
      if (ours > 0) return err({ reason: 'OPPOSITE_HELD', numbers })
    }
    decidedOn.set(userId, [...before, ...decided.value.legs])
    return decided
  }
}

function oppositeIn(legs: readonly PlannedLeg[], { contract, side }: Pick<PlannedLeg, 'contract' | 'side'>): number {
  const id = instrumentId(contract)
  return legs.reduce((sum, leg) => sum + (leg.side !== side && instrumentId(leg.contract) === id ? leg.quantity : 0), 0)
}
