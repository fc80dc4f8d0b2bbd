import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RULE_LIMITS } from '../../../schema/limits.ts'
import { INTERVALS } from '../../../schema/market/candles.ts'
import { INDICATOR_NAMES, INDICATORS, outputsOf } from '../../../schema/rules/indicators.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import { COMPARISON_OPERATORS, PRICE_FIELDS } from '../../../schema/rules/RuleSet.ts'
import { STRATEGY_TEMPLATES } from '../../../schema/rules/templates.ts'
import { draftFromRules } from './draftFromRules.ts'
import { readDraft } from './readDraft.ts'
import { conditionsIn, RULE_SIDES, type ConditionDraft, type OperandDraft, type RuleDraft } from './RuleDraft.ts'
import { beginHistory, editHistory, type HistoryAction, type RuleHistory } from './RuleHistory.ts'

const EMPTY: RuleDraft = { interval: '5min', long: null, short: null, enter: null, position: null }

const typed = fc.oneof(fc.constantFrom('', '0', '9', '14', '101', '501', '0.5', '-3', 'x', ')', '1e-7'), fc.string({ maxLength: 4 }))
const barsAgo = fc.constantFrom('', '0', '1', '100', '101', '9999')
const operands: fc.Arbitrary<OperandDraft> = fc.oneof(
  fc.record({ kind: fc.constant('price' as const), field: fc.constantFrom(...PRICE_FIELDS), barsAgo }),
  fc.record({ kind: fc.constant('number' as const), text: typed }),
  fc.record({ kind: fc.constant('time' as const) }),
  fc.record({ kind: fc.constant('timeOfDay' as const), text: fc.oneof(fc.constantFrom('09:30', '9:30', '', 'close'), typed) }),
  fc.constantFrom(...INDICATOR_NAMES).chain((name) =>
    fc.record({
      kind: fc.constant('indicator' as const),
      name: fc.constant(name),
      parameters: fc.tuple(...Object.keys(INDICATORS[name].parameters).map(() => typed)),
      output: fc.constantFrom(...outputsOf(name)),
      barsAgo,
    }),
  ),
)

/** Which condition of those there are, once `aimed`. */
const id = fc.nat(1_000)
const side = fc.constantFrom(...RULE_SIDES)
const setOperand = fc.record({ kind: fc.constant('setOperand' as const), id, index: fc.integer({ min: 0, max: 2 }), operand: operands })
const edits = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), side, to: fc.oneof(fc.constant('side' as const), id) }) },
  { weight: 3, arbitrary: setOperand },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wrap' as const), id, in: fc.constantFrom('all' as const, 'any' as const, 'not' as const) }),
  },
  fc.record({
    kind: fc.constant('setOperator' as const),
    id,
    operator: fc.constantFrom(...COMPARISON_OPERATORS, 'between' as const),
  }),
  fc.record({ kind: fc.constant('setGroup' as const), id, as: fc.constantFrom('all' as const, 'any' as const) }),
  fc.record({ kind: fc.constant('unwrap' as const), id }),
  fc.record({ kind: fc.constant('move' as const), id, by: fc.constantFrom(-1 as const, 1 as const) }),
  fc.record({ kind: fc.constant('remove' as const), id }),
  fc.record({ kind: fc.constant('setInterval' as const), interval: fc.constantFrom(...INTERVALS) }),
)
const actions: fc.Arbitrary<HistoryAction> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('edit' as const), edit: edits }) },
  fc.record({ kind: fc.constant('type' as const), edit: setOperand }),
  fc.constantFrom<HistoryAction>({ kind: 'undo' }, { kind: 'redo' }),
)

function nodesOf(draft: RuleDraft): ConditionDraft[] {
  const under = (node: ConditionDraft): ConditionDraft[] => [node, ...conditionsIn(node).flatMap(under)]
  return RULE_SIDES.flatMap((side) => (draft[side] ? under(draft[side]) : []))
}

const templateDraft = (slug: string): RuleDraft => {
  const rules = parseRuleSet(STRATEGY_TEMPLATES.find((each) => each.slug === slug)?.rules)
  if (!rules.ok) throw new Error(`${slug} does not parse`)
  let next = 1
  return draftFromRules(rules.value, () => next++)
}

/** The action, done to a condition that exists. */
function aimed(history: RuleHistory, action: HistoryAction): HistoryAction {
  const nodes = nodesOf(history.draft)
  const existing = (wanted: number) => nodes[wanted % nodes.length]?.id ?? wanted
  if (action.kind === 'type') return { ...action, edit: { ...action.edit, id: existing(action.edit.id) } }
  if (action.kind !== 'edit') return action
  const { edit } = action
  if (edit.kind === 'add') {
    // Without a position there is no such side to add to.
    const side = history.draft.position || edit.side !== 'enter' ? edit.side : 'long'
    return { ...action, edit: { ...edit, side, to: edit.to === 'side' ? 'side' : existing(edit.to) } }
  }
  return 'id' in edit ? { ...action, edit: { ...edit, id: existing(edit.id) } } : action
}

const act = (history: RuleHistory, action: HistoryAction) => editHistory(history, aimed(history, action))
const histories = fc
  .tuple(fc.constantFrom('', 'rsi-reversal', 'vwap-pullback', 'iron-condor'), fc.array(actions, { maxLength: 40, size: 'max' }))
  .map(([slug, all]) => all.reduce(act, beginHistory(slug === '' ? EMPTY : templateDraft(slug))))

describe('a draft however edited', () => {
  it('is rules that parse, or every error stands at a condition and an operand that exist', () => {
    fc.assert(
      fc.property(histories, ({ draft }) => {
        const read = readDraft(draft)
        if (read.ok) {
          expect(parseRuleSet(read.value).ok).toBe(true)
          return
        }
        expect(read.error.length).toBeGreaterThan(0)
        const nodes = new Map(nodesOf(draft).map((node) => [node.id, node]))
        for (const { conditionId, operand } of read.error) {
          if (conditionId === null) {
            // Of several sides that open one position none alone is wrong.
            if (!draft.position) expect([...nodes]).toEqual([])
            continue
          }
          const node = nodes.get(conditionId)
          expect(node).toBeDefined()
          if (operand !== null) expect(node && 'operands' in node && node.operands[operand]).toBeTruthy()
        }
      }),
      { numRuns: 300 },
    )
  })

  it('gives every condition an id of its own', () => {
    fc.assert(
      fc.property(histories, ({ draft }) => {
        const ids = nodesOf(draft).map((node) => node.id)
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })

  it('holds no empty group', () => {
    fc.assert(
      fc.property(histories, ({ draft }) => {
        for (const node of nodesOf(draft)) if (node.kind === 'all' || node.kind === 'any') expect(node.conditions).not.toEqual([])
      }),
    )
  })
})

describe('undo', () => {
  it('gives back what was before an edit, and redo what came of it', () => {
    fc.assert(
      fc.property(histories, edits, (history, edit) => {
        const edited = act(history, { kind: 'edit', edit })
        if (edited.draft === history.draft) return
        const undone = editHistory(edited, { kind: 'undo' })
        expect(undone.draft).toBe(history.draft)
        expect(editHistory(undone, { kind: 'redo' }).draft).toBe(edited.draft)
      }),
      { numRuns: 300 },
    )
  })

  it('leads back to the beginning, and redo to the end', () => {
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 30, size: 'max' }), (all) => {
        const end = all.reduce<RuleHistory>((history, edit) => act(history, { kind: 'edit', edit }), beginHistory(EMPTY))
        let history = end
        while (history.past.length > 0) history = editHistory(history, { kind: 'undo' })
        expect(history.draft).toBe(EMPTY)
        while (history.future.length > 0) history = editHistory(history, { kind: 'redo' })
        expect(history.draft).toBe(end.draft)
      }),
    )
  })

  it('takes back at once what was typed into one operand in a row', () => {
    const type = (text: string): HistoryAction => ({
      kind: 'type',
      edit: { kind: 'setOperand', id: 1, index: 1, operand: { kind: 'number', text } },
    })
    const begun = beginHistory(templateDraft('rsi-reversal'))
    const written = [type('4'), type('45'), type('45.5')].reduce(editHistory, begun)
    expect(readDraft(written.draft)).toMatchObject({ ok: true, value: { long: ['rsi(14)', 'crosses above', 45.5] } })
    expect(editHistory(written, { kind: 'undo' }).draft).toBe(begun.draft)
  })
})

describe('the limits of the language', () => {
  const add: HistoryAction = { kind: 'edit', edit: { kind: 'add', side: 'long', to: 'side' } }

  it('refuse the comparison that is one too many, in words, and keep the draft', () => {
    let history = beginHistory(EMPTY)
    for (let i = 0; i < RULE_LIMITS.comparisons; i++) history = editHistory(history, add)
    expect(history.refusal).toBeNull()
    const refused = editHistory(history, add)
    expect(refused).toMatchObject({ draft: history.draft, refusal: 'At most 50 comparisons fit, all sides together.' })
    expect(readDraft(refused.draft).ok).toBe(true)
  })

  it('refuse the level that is one too deep', () => {
    let history = editHistory(beginHistory(EMPTY), add)
    const wrap: HistoryAction = { kind: 'edit', edit: { kind: 'wrap', id: 1, in: 'not' } }
    for (let i = 0; i < RULE_LIMITS.depth; i++) history = editHistory(history, wrap)
    expect(readDraft(history.draft).ok).toBe(true)
    expect(editHistory(history, wrap)).toMatchObject({ draft: history.draft, refusal: 'Groups go at most 8 levels deep.' })
  })
})
