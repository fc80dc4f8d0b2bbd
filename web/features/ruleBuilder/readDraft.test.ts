import { describe, expect, it } from 'vitest'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import type { RuleSource } from '../../../schema/rules/RuleSource.ts'
import { STRATEGY_TEMPLATES } from '../../../schema/rules/templates.ts'
import { draftFromRules } from './draftFromRules.ts'
import { describeSide, readDraft } from './readDraft.ts'
import type { OperandDraft, RuleDraft } from './RuleDraft.ts'

function draftOf(source: RuleSource): RuleDraft {
  const parsed = parseRuleSet(source)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  let next = 1
  return draftFromRules(parsed.value, () => next++)
}

/** `left crosses above right`, as condition 1. */
const comparing = (left: OperandDraft, right: OperandDraft): RuleDraft => ({
  interval: '5min',
  long: { id: 1, kind: 'compare', operator: 'crosses above', operands: [left, right] },
  short: null,
  enter: null,
  position: null,
})
const close: OperandDraft = { kind: 'price', field: 'close', barsAgo: '0' }
const ema = (period: string): OperandDraft => ({ kind: 'indicator', name: 'ema', parameters: [period], output: 'value', barsAgo: '0' })

describe('readDraft', () => {
  it.each(STRATEGY_TEMPLATES)('gives the rules of $slug back as they were', ({ rules }) => {
    expect(readDraft(draftOf(rules))).toEqual({ ok: true, value: rules })
  })

  it('keeps numbers of every size', () => {
    const rules: RuleSource = { interval: '1min', long: ['close', '>', 1e-7], short: ['close', '<', -1e21] }
    expect(readDraft(draftOf(rules))).toEqual({ ok: true, value: rules })
  })

  it.each<[string, RuleDraft, { conditionId: number | null; operand: number | null; message: string }]>([
    ['a missing number', comparing(close, { kind: 'number', text: '' }), { conditionId: 1, operand: 1, message: 'Enter a number.' }],
    [
      'a time that is none',
      comparing({ kind: 'time' }, { kind: 'timeOfDay', text: '25:00' }),
      { conditionId: 1, operand: 1, message: 'Enter a time of day such as 09:30.' },
    ],
    [
      'a period out of bounds',
      comparing(ema('501'), close),
      { conditionId: 1, operand: 0, message: 'period of ema(period) must be a whole number from 1 to 500, found "501"' },
    ],
    [
      'a missing period',
      comparing(ema(''), close),
      { conditionId: 1, operand: 0, message: 'period of ema(period) must be a whole number from 1 to 500, found "nothing"' },
    ],
    [
      'two numbers',
      comparing({ kind: 'number', text: '1' }, { kind: 'number', text: '2' }),
      { conditionId: 1, operand: null, message: 'compares only constants' },
    ],
    [
      'no condition at all',
      { interval: '5min', long: null, short: null, enter: null, position: null },
      { conditionId: null, operand: null, message: 'expected a long or a short condition, found neither' },
    ],
  ])('says where %s stands', (_, draft, error) => {
    expect(readDraft(draft)).toEqual({ ok: false, error: [error] })
  })
})

describe('describeSide', () => {
  it('says one side in English while the other is half typed', () => {
    const draft: RuleDraft = {
      ...comparing(close, ema('20')),
      short: { id: 2, kind: 'compare', operator: '<', operands: [close, ema('')] },
    }
    expect(describeSide(draft, 'long')).toBe('price closes above EMA(20)')
    expect(describeSide(draft, 'short')).toBeNull()
  })
})
