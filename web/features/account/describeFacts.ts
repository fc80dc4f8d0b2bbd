import { REMOVED_STOP_CHOICES, REMOVED_STOP_TEXTS } from '../../../schema/trading/removedStop.ts'
import { formatTyped } from '../../lib/formatMoney.ts'
import { AT_DAILY_LOSS } from './atDailyLoss.ts'
import { ACCOUNT_LIMITS } from './readLimits.ts'

/** Labels of an audit entry's facts, by name. Facts without a label are not shown. */
const WORDS: Readonly<Record<string, (value: string) => string>> = {
  by: (means) => `By ${means}.`,
  changed: (fields) => `Changed: ${fields.replace('tradingIndex', 'trading index').replace('pendingEmail', 'e-mail')}.`,
  from: (before) => `From ${before}.`,
  to: (after) => `To ${after}.`,
  strategy: (name) => `${name}.`,
  lots: (lots) => `Lots: ${lots}.`,
  version: (version) => `Version ${version}.`,
  role: (role) => `Role: ${role}.`,
  reason: (given) => `Reason: ${given.replace(/\.$/, '')}.`,
  left: (codes) => `Recovery codes left: ${codes}.`,
  ended: (sessions) => `Sessions: ${sessions}.`,
}

const limit = (value: unknown) => (typeof value === 'number' ? formatTyped(value) : 'no limit')

/** The facts of an audit entry in plain words; empty when there is nothing to add to its text. */
export function describeFacts(details: Readonly<Record<string, unknown>>): string {
  const facts = Object.entries(WORDS).flatMap(([name, words]) => {
    const value = details[name]
    return typeof value === 'string' || typeof value === 'number' ? [words(String(value))] : []
  })
  const limits = ACCOUNT_LIMITS.flatMap(({ name, label }) =>
    details[`${name}To`] === undefined ? [] : [`${label}: from ${limit(details[`${name}From`])} to ${limit(details[`${name}To`])}.`],
  )
  const closes = details['squareOffAtDailyLossTo']
  const choice =
    typeof closes === 'boolean' ? [`When the daily loss limit is reached: ${AT_DAILY_LOSS[closes ? 'close' : 'stop'].label}.`] : []
  const removed = REMOVED_STOP_CHOICES.find((each) => each === details['removedStopTo'])
  const stop = removed ? [`When a live trade’s stop is cancelled in the broker’s app: ${REMOVED_STOP_TEXTS[removed].label}.`] : []
  return [...facts, ...limits, ...choice, ...stop].join(' ')
}
