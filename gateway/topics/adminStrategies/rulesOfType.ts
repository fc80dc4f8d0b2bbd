import { isDeepStrictEqual } from 'node:util'
import { UserFacingError } from '../../../schema/errors.ts'
import type { RuleSource } from '../../../schema/rules/RuleSource.ts'
import { STRATEGY_TEMPLATES } from '../../../schema/rules/templates.ts'

/** The type of a strategy with rules of its own; the one where none is named. */
export const OWN_RULES = 'custom'

/** The rules of a draft: no bar ever signals. */
const NO_RULES: RuleSource = { interval: '5min', long: ['close', '<', 0], short: null }

/**
 * A new strategy as it was sent; without rules it gets the rules of its type's template, and is a draft if its rules are to
 * be its own. One of an unknown type stays without.
 */
export function withRulesOfType(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || 'rules' in input) return input
  const named = 'type' in input && typeof input.type === 'string' ? input.type.trim().toLowerCase() : ''
  if (named === '' || named === OWN_RULES) return { ...input, rules: NO_RULES }
  const template = STRATEGY_TEMPLATES.find(({ type }) => type.toLowerCase() === named)
  return template ? { ...input, rules: template.rules } : input
}

/** An edited strategy as it was sent; without rules it keeps those that it has. */
export function withRulesKept(input: unknown, rules: unknown): unknown {
  return typeof input !== 'object' || input === null || 'rules' in input ? input : { ...input, rules }
}

/** Throws CONFLICT for rules of a draft, as they are stored. */
export function refuseDraft(rules: unknown): void {
  if (isDeepStrictEqual(rules, NO_RULES))
    throw new UserFacingError(
      'CONFLICT',
      'This strategy is a draft: it has no rules yet, so it would never trade. Edit it and give it rules first.',
    )
}
