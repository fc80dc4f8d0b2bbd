import { toRupees } from '../money.ts'
import type { ExitLevel } from '../trading/ExitLevel.ts'
import type { LegRule, PositionRule, StrikeRule } from './PositionRule.ts'
import type { PositionSource } from './PositionSource.ts'

/** A position rule as it is written and stored: JSON that parsePositionRule reads back as an equal rule. */
export function printPositionRule({ legs, stop, target, lock, stopsToCost }: PositionRule): PositionSource {
  return {
    legs: legs.map(printLeg),
    ...(stop && { stop: printLevel(stop) }),
    ...(target && { target: printLevel(target) }),
    ...(lock && {
      lock: {
        ...{ at: toRupees(lock.at), keep: toRupees(lock.keep) },
        ...(lock.trail && { every: toRupees(lock.trail.every), by: toRupees(lock.trail.by) }),
      },
    }),
    ...(stopsToCost && { stopsToCost }),
  }
}

function printLeg({ side, optionType, strike, expiry, lots, stop, target, reentries }: LegRule): PositionSource['legs'][number] {
  return {
    ...{ side, option: optionType, strike: printStrike(strike), expiry, lots },
    ...(stop && { stop: printLevel(stop) }),
    ...(target && { target: printLevel(target) }),
    ...(reentries > 0 && { reentries }),
  }
}

function printStrike(strike: StrikeRule): PositionSource['legs'][number]['strike'] {
  if (strike.kind === 'PREMIUM') return { premium: toRupees(strike.premium) }
  if (strike.kind === 'DELTA') return { delta: strike.delta }
  return strike.strikes === 0 ? 'ATM' : `ATM${strike.strikes > 0 ? '+' : ''}${strike.strikes}`
}

function printLevel({ unit, value }: ExitLevel): number | string {
  return unit === 'PERCENT' ? `${value}%` : toRupees(value)
}
