import { describe, expect, it } from 'vitest'
import { readDraft } from './readDraft.ts'
import { choiceOf, OPERAND_CHOICES, operandOf } from './operandChoices.ts'
import type { OperandDraft } from './RuleDraft.ts'

const close: OperandDraft = { kind: 'price', field: 'close', barsAgo: '2' }
const choices = OPERAND_CHOICES.flatMap((group) => group.choices)

describe('the menu of operands', () => {
  it.each(choices)('begins $label with values the rules accept', ({ value }) => {
    const chosen = operandOf(value, close)
    expect(chosen && choiceOf(chosen)).toBe(value)
    if (!chosen) return
    const timed = chosen.kind === 'time' || chosen.kind === 'timeOfDay'
    const other: OperandDraft = !timed ? close : chosen.kind === 'time' ? { kind: 'timeOfDay', text: '10:00' } : { kind: 'time' }
    const draft = { id: 1, kind: 'compare', operator: '>', operands: [other, chosen] } as const
    expect(readDraft({ interval: '5min', long: draft, short: null, enter: null, position: null })).toMatchObject({ ok: true })
  })

  it('names every choice differently, and without a placeholder', () => {
    expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length)
    for (const { label } of choices) expect(label).toMatch(/^[^{}()]+$/)
  })

  it('keeps the parameters from one output of an indicator to another, and how far back it looks', () => {
    const upper: OperandDraft = { kind: 'indicator', name: 'bollinger', parameters: ['10', '1.5'], output: 'upper', barsAgo: '1' }
    expect(operandOf('indicator bollinger lower', upper)).toEqual({ ...upper, output: 'lower' })
    expect(operandOf('indicator rsi value', upper)).toEqual({
      kind: 'indicator',
      name: 'rsi',
      parameters: ['14'],
      output: 'value',
      barsAgo: '1',
    })
  })
})
