import { DistinctJson } from '../../../schema/DistinctJson.ts'
import type { Result } from '../../../schema/errors.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import type { Account, Candidate, EntryPlan } from '../risk/assess.ts'

/** A candidate's data for a decision, besides its settings. */
type Standing = Omit<Candidate, 'subscriptionId' | 'userId' | 'strategyId' | 'version' | 'settings'>
type Decided = Standing & { readonly settings: object }

/** Decides for one subscription: `assess` or `assessPosition` at a moment. */
export type Decision<Asked extends Decided = Candidate> = (candidate: Asked, account: Account) => Result<EntryPlan, Denial>

/**
 * Memoised decisions of one moment, for the thousands of subscriptions of a popular signal: candidates in the same state get one answer,
 * the same object.
 */
export function judgeAt<Asked extends Decided = Candidate>(decide: Decision<Asked>): Decision<Asked> {
  const accounts = new DistinctJson()
  const settingsNumbers = new DistinctJson()
  const answers = new Map<string, Result<EntryPlan, Denial>>()
  return (candidate, account) => {
    const { settings, mode, unmetGates, killed, tradesToday, openTrades } = candidate
    const standing: Standing = { mode, unmetGates, killed, tradesToday, openTrades }
    const key = `${settingsNumbers.numberOf(settings)} ${accounts.numberOf(account)} ${JSON.stringify(standing)}`
    const known = answers.get(key)
    if (known) return known
    const answer = decide(candidate, account)
    answers.set(key, answer)
    return answer
  }
}
