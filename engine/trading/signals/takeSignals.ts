import type { Result } from '../../../schema/errors.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import { afterEntry, type Account, type Candidate, type EntryPlan } from '../risk/assess.ts'

/** Whom a signal asks: a subscription and its user's account of a mode. */
export type Addressee = Pick<Candidate, 'subscriptionId' | 'userId' | 'strategyId' | 'version' | 'mode'>

/** A signal for one subscription. */
export interface AddressedSignal<Asked extends Addressee = Candidate> {
  readonly signalId: string
  readonly side: SignalSide
  readonly candidate: Asked
}

export interface TakenSignal<Asked extends Addressee = Candidate> extends AddressedSignal<Asked> {
  readonly plan: EntryPlan
}

export interface DeniedSignal<Asked extends Addressee = Candidate> extends AddressedSignal<Asked> {
  readonly denial: Denial
}

/** By mode, and by user id: a user's money on paper and at the broker are two accounts. */
export type Accounts = Readonly<Record<TradeMode, ReadonlyMap<string, Account>>>

/** Answers for one subscription, with its user's account of its mode after the earlier answers. */
export type Judge<Asked extends Addressee = Candidate> = (side: SignalSide, candidate: Asked, account: Account) => Result<EntryPlan, Denial>

/**
 * Calls `judge` for each subscription in turn. Funds that one entry reserves are gone for the same user's later ones in the same mode:
 * however many strategies signal at once, together they stay within the account. `accounts`: one for every candidate's user and mode;
 * `after`: the accounts of those who entered, afterwards.
 */
export function takeSignals<Asked extends Addressee>(
  addressed: readonly AddressedSignal<Asked>[],
  accounts: Accounts,
  judge: Judge<Asked>,
): { readonly taken: readonly TakenSignal<Asked>[]; readonly denied: readonly DeniedSignal<Asked>[]; readonly after: Accounts } {
  const after = { PAPER: new Map<string, Account>(), LIVE: new Map<string, Account>() }
  const taken: TakenSignal<Asked>[] = []
  const denied: DeniedSignal<Asked>[] = []
  for (const each of addressed) {
    const { userId, mode } = each.candidate
    const account = after[mode].get(userId) ?? accounts[mode].get(userId)
    if (!account) throw new RangeError(`the ${mode} account of user ${userId} is missing`)
    const judged = judge(each.side, each.candidate, account)
    if (judged.ok) {
      after[mode].set(userId, afterEntry(account, judged.value))
      taken.push({ ...each, plan: judged.value })
    } else denied.push({ ...each, denial: judged.error })
  }
  return { taken, denied, after }
}
