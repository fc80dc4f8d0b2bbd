import { LIMITS } from '../limits.ts'
import type { RuleSet } from './RuleSet.ts'

const { maxTrades, stopLoss, takeProfit } = LIMITS.strategy

/** Settings that a sweep may vary besides the placeholders of rules, with their bounds: per cent of the entry premium, trades a day. */
export const SWEPT_SETTINGS = { stopLoss, takeProfit, trailingStop: stopLoss, maxTrades } as const
export type SweptSetting = keyof typeof SWEPT_SETTINGS

export function isSweptSetting(name: string): name is SweptSetting {
  return Object.hasOwn(SWEPT_SETTINGS, name)
}

/**
 * Why a parameter cannot be swept over its values, for the user; null when it can. `placeholders`: the rules' own, which bound
 * their numbers themselves.
 */
export function sweptParameterMistake(name: string, values: readonly number[], placeholders: readonly string[]): string | null {
  if (!isSweptSetting(name)) {
    if (placeholders.includes(name)) return null
    return `The rules have no {${name}}; beside placeholders ${Object.keys(SWEPT_SETTINGS).join(', ')} can be swept`
  }
  const { min, max } = SWEPT_SETTINGS[name]
  const whole = name === 'maxTrades'
  const wrong = values.find((value) => !(value >= min && value <= max) || (whole && !Number.isInteger(value)))
  if (wrong === undefined) return null
  return `${name} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}, got ${wrong}`
}

/**
 * Why parameters cannot be swept with these rules, for the user; null when they can: levels of an option have no effect on legs, which have
 * their own. `placeholders`: the rules' own.
 */
export function sweptLevelMistake({ position }: RuleSet, names: readonly string[], placeholders: readonly string[]): string | null {
  if (!position) return null
  const level = names.find((name) => isSweptSetting(name) && name !== 'maxTrades' && !placeholders.includes(name))
  return level === undefined
    ? null
    : `${level} has no effect on legs, which have levels of their own: write placeholders there, such as "{stop}%"`
}
