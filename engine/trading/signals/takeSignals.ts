import type { Result } from '../../../schema/errors.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import { afterEntry, type Account, type Candidate, type EntryPlan } from '../risk/assess.ts'

/** A signal for one subscription. */
export interface AddressedSignal {
  readonly signalId: string
  readonly side: SignalSide
  readonly candidate: Candidate
}

export interface TakenSignal extends AddressedSignal {
  readonly plan: EntryPlan
}

export interface DeniedSignal extends AddressedSignal {
  readonly denial: Denial
}

/** Answers for one subscription, with its user's account after the earlier answers. */
export type Judge = (side: SignalSide, candidate: Candidate, account: Account) => Result<EntryPlan, Denial>

/**
 * Calls `judge` for each subscription in turn. Funds that one entry reserves are gone for the same user's later ones: however many
 * strategies signal at once, together they stay within the account. `accounts`: by user id, one for every candidate's user; `after`: the
 * accounts of those who entered, afterwards.
 */
export function takeSignals(
  addressed: readonly AddressedSignal[],
  accounts: ReadonlyMap<string, Account>,
  judge: Judge,
): { readonly taken: readonly TakenSignal[]; readonly denied: readonly DeniedSignal[]; readonly after: ReadonlyMap<string, Account> } {
  const after = new Map<string, Account>()
  const taken: TakenSignal[] = []
  const denied: DeniedSignal[] = []
  for (const each of addressed) {
    const { userId } = each.candidate
    const account = after.get(userId) ?? accounts.get(userId)
    if (!account) throw new RangeError(`the account of user ${userId} is missing`)
    const judged = judge(each.side, each.candidate, account)
    if (judged.ok) {
      after.set(userId, afterEntry(account, judged.value))
      taken.push({ ...each, plan: judged.value })
    } else denied.push({ ...each, denial: judged.error })
  }
  return { taken, denied, after }
}
