import type { RuleError } from './RuleError.ts'
import type { LegRule, PositionRule } from './PositionRule.ts'

/** What is wrong with a position although each of its parts may be written so; `path`: its own. */
export function positionMistakes({ legs, stop, lock, stopsToCost }: PositionRule, path: string): RuleError[] {
  const mistakes: RuleError[] = []
  const wrong = (at: string, message: string) => mistakes.push({ path: `${path}${at}`, message })
  legs.forEach((leg, i) => {
    const at = `.legs[${i}]`
    const twin = legs.findIndex((other) => sameOption(other, leg))
    if (twin < i) wrong(at, `the same option as legs[${twin}]: write one leg with the lots of both`)
    if (leg.reentries > 0 && !leg.stop) wrong(`${at}.reentries`, 'a leg is re-entered after its stop, and this one has none')
    if (leg.side === 'SELL') {
      if (leg.target?.unit === 'PERCENT' && leg.target.value > 100)
        wrong(`${at}.target`, `a sold option earns at most 100% of its premium, found ${leg.target.value}%`)
      if (!leg.stop && !stop && soldWithoutHedge(leg, legs) > 0)
        wrong(at, 'a sold option that no bought one hedges needs a stop: its own, or one of the whole')
    } else {
      if (leg.stop?.unit === 'PERCENT' && leg.stop.value > 100)
        wrong(`${at}.stop`, `a bought option loses at most 100% of its premium, found ${leg.stop.value}%`)
      if ((leg.stop || leg.target) && legs.some((other) => hedges(leg, other)))
        wrong(at, 'a bought option that hedges a sold one has no stop or target of its own: closed alone, it would leave the other naked')
    }
  })
  if (lock && lock.keep >= lock.at) wrong('.lock', 'what is kept has to be less than what it is kept from')
  if (lock?.trail && lock.trail.by > lock.trail.every) wrong('.lock.by', 'rises faster than the profit that it follows')
  if (stopsToCost && legs.filter((leg) => leg.stop).length < 2) wrong('.stopsToCost', 'needs two legs with stops of their own')
  return mistakes
}

/** Whether two legs are one option by what is written; strikes chosen by price may still turn out to be the same. */
function sameOption(a: LegRule, b: LegRule): boolean {
  return a.optionType === b.optionType && a.expiry === b.expiry && JSON.stringify(a.strike) === JSON.stringify(b.strike)
}

function hedges(bought: LegRule, sold: LegRule): boolean {
  return bought.side === 'BUY' && sold.side === 'SELL' && bought.optionType === sold.optionType
}

/** Lots of a sold option's type that are sold and not bought. */
function soldWithoutHedge(sold: LegRule, legs: readonly LegRule[]): number {
  let lots = 0
  for (const { side, optionType, lots: each } of legs) if (optionType === sold.optionType) lots += side === 'SELL' ? each : -each
  return lots
}
