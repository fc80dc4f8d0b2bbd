import { err, ok, type Result } from '../../../schema/errors.ts'
import { RULE_LIMITS } from '../../../schema/limits.ts'
import { INTERVAL_MINUTES, type Interval } from '../../../schema/market/candles.ts'
import type { ComparisonOperator, RuleSet } from '../../../schema/rules/RuleSet.ts'
import { formatTimeOfDay, parseTimeOfDay } from '../../../schema/time.ts'
import { draftFromRules } from './draftFromRules.ts'
import {
  conditionsIn,
  RULE_SIDES,
  type Comparison,
  type ComparisonDraft,
  type ConditionDraft,
  type OperandDraft,
  type RuleDraft,
  type RuleSide,
} from './RuleDraft.ts'

/** One thing done to a draft. `id`: of the condition it is done to. */
export type DraftEdit =
  | { readonly kind: 'setInterval'; readonly interval: Interval }
  /** Adds a comparison at the end of a group, or of a whole side. */
  | { readonly kind: 'add'; readonly side: RuleSide; readonly to: number | 'side' }
  | { readonly kind: 'setOperator'; readonly id: number; readonly operator: ComparisonOperator | 'between' }
  | { readonly kind: 'setOperand'; readonly id: number; readonly index: number; readonly operand: OperandDraft }
  | { readonly kind: 'setGroup'; readonly id: number; readonly as: 'all' | 'any' }
  | { readonly kind: 'wrap'; readonly id: number; readonly in: 'all' | 'any' | 'not' }
  /** Removes the group or the `not` around its content. */
  | { readonly kind: 'unwrap'; readonly id: number }
  | { readonly kind: 'move'; readonly id: number; readonly by: -1 | 1 }
  | { readonly kind: 'remove'; readonly id: number }
  /** Starts over with other rules. */
  | { readonly kind: 'load'; readonly rules: RuleSet }

/**
 * The draft after an edit: the same object when it changes nothing. Refused, with a sentence for the user, when the result would
 * be larger than the rule language allows. `takeId` gives an id no other condition has had.
 */
export function editDraft(draft: RuleDraft, edit: DraftEdit, takeId: () => number): Result<RuleDraft, string> {
  const edited = applyEdit(draft, edit, takeId)
  const sides = RULE_SIDES.map((side) => edited[side]).filter((side) => side !== null)
  if (sides.reduce((count, side) => count + comparisonsIn(side), 0) > RULE_LIMITS.comparisons)
    return err(`At most ${RULE_LIMITS.comparisons} comparisons fit, all sides together.`)
  if (sides.some((side) => levelsOf(side) > RULE_LIMITS.depth)) return err(`Groups go at most ${RULE_LIMITS.depth} levels deep.`)
  return ok(edited)
}

/** How many comparisons a condition holds. */
export function comparisonsIn(condition: ConditionDraft): number {
  return isComparison(condition) ? 1 : conditionsIn(condition).reduce((count, inner) => count + comparisonsIn(inner), 0)
}

/** How many all, any and not lie around its deepest comparison. */
function levelsOf(condition: ConditionDraft): number {
  return isComparison(condition) ? 0 : 1 + Math.max(0, ...conditionsIn(condition).map(levelsOf))
}

function isComparison(condition: ConditionDraft): condition is ComparisonDraft {
  return condition.kind === 'compare' || condition.kind === 'between'
}

function applyEdit(draft: RuleDraft, edit: DraftEdit, takeId: () => number): RuleDraft {
  switch (edit.kind) {
    case 'setInterval':
      return edit.interval === draft.interval ? draft : { ...draft, interval: edit.interval, enter: entryOn(edit.interval, draft) }
    case 'load':
      return draftFromRules(edit.rules, takeId)
    case 'add':
      return edit.to === 'side'
        ? { ...draft, [edit.side]: addToSide(draft[edit.side], edit.side, takeId) }
        : change(draft, edit.to, (node) =>
            node.kind === 'all' || node.kind === 'any'
              ? [{ ...node, conditions: [...node.conditions, newComparison(edit.side, takeId)] }]
              : [node],
          )
    case 'setOperator':
      return change(draft, edit.id, (node) => (isComparison(node) ? [{ ...withOperator(node, edit.operator), id: node.id }] : [node]))
    case 'setOperand':
      return change(draft, edit.id, (node) =>
        isComparison(node) ? [{ ...withOperand(node, edit.index, edit.operand), id: node.id }] : [node],
      )
    case 'setGroup':
      return change(draft, edit.id, (node) =>
        (node.kind === 'all' || node.kind === 'any') && node.kind !== edit.as ? [{ ...node, kind: edit.as }] : [node],
      )
    case 'wrap':
      return change(draft, edit.id, (node) => [
        edit.in === 'not' ? { id: takeId(), kind: 'not', condition: node } : { id: takeId(), kind: edit.in, conditions: [node] },
      ])
    case 'unwrap':
      return change(draft, edit.id, (node) => (isComparison(node) ? [node] : conditionsIn(node)))
    case 'remove':
      return change(draft, edit.id, () => [])
    case 'move':
      return changeSides(draft, (side) => moved(side, edit.id, edit.by))
  }
}

/** The entry on bars of another interval: one at a time of day stays at that time, which is the close of a bar that starts at another. */
function entryOn(interval: Interval, { interval: before, enter }: RuleDraft): ConditionDraft | null {
  if (enter?.kind !== 'between') return enter
  const [value, low, high] = enter.operands
  if (value.kind !== 'time' || low.kind !== 'timeOfDay' || high.kind !== 'timeOfDay' || low.text !== high.text) return enter
  const start = parseTimeOfDay(low.text)
  if (start === null) return enter
  const time = { ...low, text: formatTimeOfDay(start + INTERVAL_MINUTES[before] - INTERVAL_MINUTES[interval]) }
  return { ...enter, operands: [value, time, time] }
}

/** A whole side that is no group becomes one, so that a second condition fits beside the first. */
function addToSide(side: ConditionDraft | null, ofSide: RuleSide, takeId: () => number): ConditionDraft {
  const added = newComparison(ofSide, takeId)
  if (!side) return added
  if (side.kind === 'all' || side.kind === 'any') return { ...side, conditions: [...side.conditions, added] }
  return { id: takeId(), kind: 'all', conditions: [side, added] }
}

function newComparison(side: RuleSide, takeId: () => number): ComparisonDraft {
  return {
    id: takeId(),
    kind: 'compare',
    operator: side === 'short' ? 'crosses below' : 'crosses above',
    operands: [
      { kind: 'price', field: 'close', barsAgo: '0' },
      { kind: 'indicator', name: 'ema', parameters: ['20'], output: 'value', barsAgo: '0' },
    ],
  }
}

function withOperator(node: ComparisonDraft, operator: ComparisonOperator | 'between'): Comparison {
  const [left, right] = node.operands
  if (operator !== 'between') return { kind: 'compare', operator, operands: [left, right] }
  return node.kind === 'between' ? node : { kind: 'between', operands: [left, right, right] }
}

function withOperand(node: ComparisonDraft, index: number, operand: OperandDraft): Comparison {
  const at = (each: OperandDraft, i: number) => (i === index ? operand : index === 0 ? comparableWith(operand, each) : each)
  if (node.kind === 'compare')
    return { kind: 'compare', operator: node.operator, operands: [at(node.operands[0], 0), at(node.operands[1], 1)] }
  return { kind: 'between', operands: [at(node.operands[0], 0), at(node.operands[1], 1), at(node.operands[2], 2)] }
}

/** Times are compared with times only: the other operand follows. */
function comparableWith(chosen: OperandDraft, other: OperandDraft): OperandDraft {
  if (isTime(chosen) === isTime(other)) return other
  return isTime(chosen) ? { kind: 'timeOfDay', text: '09:30' } : { kind: 'number', text: '0' }
}

export function isTime(operand: OperandDraft): boolean {
  return operand.kind === 'time' || operand.kind === 'timeOfDay'
}

/**
 * The draft with one condition replaced by others: by none, which also removes an emptied group; by several if there is room for more than
 * one, else nothing changes.
 */
function change(draft: RuleDraft, id: number, by: (condition: ConditionDraft) => readonly ConditionDraft[]): RuleDraft {
  return changeSides(draft, (side) => {
    const [changed = null, ...others] = replaced(side, id, by)
    return others.length > 0 ? side : changed
  })
}

function changeSides(draft: RuleDraft, by: (side: ConditionDraft) => ConditionDraft | null): RuleDraft {
  const long = draft.long && by(draft.long)
  const short = draft.short && by(draft.short)
  const enter = draft.enter && by(draft.enter)
  return long === draft.long && short === draft.short && enter === draft.enter ? draft : { ...draft, long, short, enter }
}

function replaced(
  node: ConditionDraft,
  id: number,
  by: (condition: ConditionDraft) => readonly ConditionDraft[],
): readonly ConditionDraft[] {
  if (node.id === id) return by(node)
  if (node.kind === 'all' || node.kind === 'any') {
    const conditions = node.conditions.flatMap((inner) => replaced(inner, id, by))
    if (conditions.length === 0) return []
    return [isSame(conditions, node.conditions) ? node : { ...node, conditions }]
  }
  if (node.kind !== 'not') return [node]
  const [condition, ...others] = replaced(node.condition, id, by)
  if (!condition) return []
  return [condition === node.condition || others.length > 0 ? node : { ...node, condition }]
}

function moved(node: ConditionDraft, id: number, by: -1 | 1): ConditionDraft {
  if (node.kind === 'not') {
    const condition = moved(node.condition, id, by)
    return condition === node.condition ? node : { ...node, condition }
  }
  if (node.kind !== 'all' && node.kind !== 'any') return node
  const from = node.conditions.findIndex((inner) => inner.id === id)
  const it = node.conditions[from]
  const neighbour = node.conditions[from + by]
  if (it && neighbour) return { ...node, conditions: node.conditions.with(from, neighbour).with(from + by, it) }
  const conditions = node.conditions.map((inner) => moved(inner, id, by))
  return isSame(conditions, node.conditions) ? node : { ...node, conditions }
}

function isSame(some: readonly ConditionDraft[], others: readonly ConditionDraft[]): boolean {
  return some.length === others.length && some.every((each, i) => each === others[i])
}
