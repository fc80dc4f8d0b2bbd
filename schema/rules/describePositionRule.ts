import { formatRupees } from '../money.ts'
import type { ExitLevel } from '../trading/ExitLevel.ts'
import type { LegRule, PositionRule, StrikeRule } from './PositionRule.ts'

/** A position rule in plain English, a sentence for each leg and each limit: "Sell 1 lot of the call at the money, this week, with a stop at 25% of the premium." */
export function describePositionRule({ legs, stop, target, lock, stopsToCost }: PositionRule): string[] {
  const sentences = legs.map(describeLeg)
  if (stop) sentences.push(`The whole position is closed at a loss of ${level(stop, 'net premium')}.`)
  if (target) sentences.push(`The whole position is closed at a profit of ${level(target, 'net premium')}.`)
  if (lock) {
    const { at, keep, trail } = lock
    const rising = trail ? `, and ${formatRupees(trail.by)} more for every ${formatRupees(trail.every)} beyond it` : ''
    sentences.push(`Once it is ${formatRupees(at)} in profit, ${formatRupees(keep)} of it is locked in${rising}.`)
  }
  if (stopsToCost) sentences.push('When a leg hits its stop, the stops of the other legs move to their entry prices.')
  return sentences
}

/** One leg: "Sell 1 lot of the call at the money, this week, with a stop at 25% of the premium." */
function describeLeg({ side, optionType, strike, expiry, lots, stop, target, reentries }: LegRule): string {
  const verb = side === 'BUY' ? 'Buy' : 'Sell'
  const option = optionType === 'CE' ? 'call' : 'put'
  const when = expiry === 'month' ? 'this month' : expiry
  const levels = [stop && `a stop at ${level(stop, 'premium')}`, target && `a target at ${level(target, 'premium')}`].filter(
    (each) => each !== null,
  )
  const limits = levels.length > 0 ? `, with ${levels.join(' and ')}` : ''
  const again = reentries === 0 ? '' : `, re-entered ${reentries === 1 ? 'once' : `up to ${reentries} times`} at its original price`
  return `${verb} ${lots} lot${lots === 1 ? '' : 's'} of the ${option} ${describeStrike(strike)}, ${when}${limits}${again}.`
}

function describeStrike(strike: StrikeRule): string {
  if (strike.kind === 'PREMIUM') return `whose premium is nearest to ${formatRupees(strike.premium)}`
  if (strike.kind === 'DELTA') return `whose delta is nearest to ${strike.delta}`
  const { strikes } = strike
  if (strikes === 0) return 'at the money'
  const count = Math.abs(strikes)
  return `${count} strike${count === 1 ? '' : 's'} ${strikes > 0 ? 'above' : 'below'} the money`
}

function level({ unit, value }: ExitLevel, of: 'premium' | 'net premium'): string {
  return unit === 'PERCENT' ? `${value}% of the ${of}` : formatRupees(value)
}
