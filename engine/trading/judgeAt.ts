import { DistinctJson } from '../../schema/DistinctJson.ts'
import type { Result } from '../../schema/errors.ts'
import type { Denial } from '../../schema/trading/denials.ts'
import { assess, type Account, type Candidate, type EntryPlan, type Moment } from './assess.ts'

/** What a decision may look at of a candidate, beside its settings. */
type Standing = Omit<Candidate, 'subscriptionId' | 'userId' | 'strategyId' | 'version' | 'settings'>

/**
 * `assess` at one moment, for the thousands of subscriptions that a popular signal is addressed to: those that stand alike are answered
 * once, and their answer is one object.
 */
export function judgeAt(moment: Moment): (candidate: Candidate, account: Account) => Result<EntryPlan, Denial> {
  const accounts = new DistinctJson()
  const settingsNumbers = new DistinctJson()
  const answers = new Map<string, Result<EntryPlan, Denial>>()
  return (candidate, account) => {
    const { settings, mode, killed, tradesToday, openTrades } = candidate
    const standing: Standing = { mode, killed, tradesToday, openTrades }
    const key = `${settingsNumbers.numberOf(settings)} ${accounts.numberOf(account)} ${JSON.stringify(standing)}`
    const known = answers.get(key)
    if (known) return known
    const answer = assess(candidate, account, moment)
    answers.set(key, answer)
    return answer
  }
}
