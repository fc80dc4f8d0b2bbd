import { describe, expect, it } from 'vitest'
import { parseTimeOfDay } from '../time.ts'
import { parseRuleSet } from './parseRuleSet.ts'
import { STRATEGY_TEMPLATES } from './templates.ts'

describe('STRATEGY_TEMPLATES', () => {
  it('have slugs of their own', () => {
    expect(new Set(STRATEGY_TEMPLATES.map(({ slug }) => slug)).size).toBe(STRATEGY_TEMPLATES.length)
  })

  it.each(STRATEGY_TEMPLATES)('$slug parses, trades both ways and has a window', (template) => {
    expect(parseRuleSet(template.rules)).toMatchObject({ ok: true, value: { long: expect.anything(), short: expect.anything() } })
    expect(parseTimeOfDay(template.windowStart)).toBeLessThan(parseTimeOfDay(template.windowEnd) ?? NaN)
  })
})
