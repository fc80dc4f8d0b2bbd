import { describe, expect, it } from 'vitest'
import { parseTimeOfDay } from '../time.ts'
import { conditionsOf } from './comparisonsOf.ts'
import { parseRuleSet } from './parseRuleSet.ts'
import { STRATEGY_TEMPLATES } from './templates.ts'

describe('STRATEGY_TEMPLATES', () => {
  it('have slugs of their own', () => {
    expect(new Set(STRATEGY_TEMPLATES.map(({ slug }) => slug)).size).toBe(STRATEGY_TEMPLATES.length)
  })

  it.each(STRATEGY_TEMPLATES)('$slug parses, trades both ways or opens a position, and has a window', (template) => {
    const parsed = parseRuleSet(template.rules)
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
    expect(conditionsOf(parsed.value)).toHaveLength(parsed.value.position ? 1 : 2)
    expect(parseTimeOfDay(template.windowStart)).toBeLessThan(parseTimeOfDay(template.windowEnd) ?? NaN)
  })
})
