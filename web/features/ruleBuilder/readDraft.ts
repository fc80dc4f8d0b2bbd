import { err, ok, type Result } from '../../../schema/errors.ts'
import { describeCondition } from '../../../schema/rules/describeCondition.ts'
import { describeEntryRule } from '../../../schema/rules/entryTime.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import { printPositionRule } from '../../../schema/rules/printPositionRule.ts'
import { printRuleSet } from '../../../schema/rules/printRuleSet.ts'
import type { RuleSource } from '../../../schema/rules/RuleSource.ts'
import { parseTimeOfDay } from '../../../schema/time.ts'
import { conditionsIn, RULE_SIDES, type ConditionDraft, type OperandDraft, type RuleDraft, type RuleSide } from './RuleDraft.ts'

/** A mistake and its place: a condition, or one of its operands. Both null: the rules as a whole. */
export interface DraftError {
  readonly conditionId: number | null
  /** Index in the comparison's operands. */
  readonly operand: number | null
  readonly message: string
}

type Place = Omit<DraftError, 'message'>

/** The rules as they are stored, or all that is wrong with them by the rule language's own parser. */
export function readDraft(draft: RuleDraft): Result<RuleSource, readonly DraftError[]> {
  const places = new Map<string, Place>()
  const source = {
    interval: draft.interval,
    long: draft.long && conditionSource(draft.long, 'long', places),
    short: draft.short && conditionSource(draft.short, 'short', places),
    enter: draft.enter && conditionSource(draft.enter, 'enter', places),
    position: draft.position && printPositionRule(draft.position),
  }
  const parsed = parseRuleSet(source)
  if (parsed.ok) return ok(printRuleSet(parsed.value))
  return err(
    parsed.error.map(({ path, message }) => {
      const place = places.get(path) ?? { conditionId: null, operand: null }
      return { ...place, message: typedProblem(draft, place) ?? message }
    }),
  )
}

/** One side in plain English; null when it is never entered, or not readable as it is. */
export function describeSide(draft: RuleDraft, side: RuleSide): string | null {
  const condition = draft[side]
  if (!condition) return null
  const position = draft.position && printPositionRule(draft.position)
  const parsed = parseRuleSet({ interval: draft.interval, [side]: conditionSource(condition, side, new Map()), position })
  const readable = parsed.ok ? parsed.value[side] : null
  if (!readable) return null
  return side === 'enter' ? describeEntryRule(readable, draft.interval) : describeCondition(readable)
}

/** The parser's positions of a comparison's operands: its operator is second. */
const OPERAND_PLACES = [0, 2, 3] as const

/** A condition for the parser. Adds to `places` which node is at which of the parser's paths. */
function conditionSource(condition: ConditionDraft, path: string, places: Map<string, Place>): unknown {
  const here: Place = { conditionId: condition.id, operand: null }
  places.set(path, here)
  switch (condition.kind) {
    case 'all':
    case 'any':
      places.set(`${path}.${condition.kind}`, here)
      return { [condition.kind]: condition.conditions.map((each, i) => conditionSource(each, `${path}.${condition.kind}[${i}]`, places)) }
    case 'not':
      return { not: conditionSource(condition.condition, `${path}.not`, places) }
    case 'compare':
    case 'between': {
      condition.operands.forEach((_, i) => places.set(`${path}[${OPERAND_PLACES[i]}]`, { ...here, operand: i }))
      const [left, ...others] = condition.operands.map(operandSource)
      return [left, condition.kind === 'between' ? 'between' : condition.operator, ...others]
    }
  }
}

const TYPED_NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/

function operandSource(operand: OperandDraft): number | string {
  switch (operand.kind) {
    case 'number':
      return TYPED_NUMBER.test(operand.text) ? Number(operand.text) : NaN
    case 'time':
      return 'time'
    case 'timeOfDay':
      return parseTimeOfDay(operand.text) === null ? '' : operand.text
    case 'price':
      return operand.field + barsSource(operand.barsAgo)
    case 'indicator': {
      const { name, parameters, output, barsAgo } = operand
      const written = parameters.map((text) => (TYPED_NUMBER.test(text) ? text : 'nothing')).join(',')
      return `${name}${parameters.length === 0 ? '' : `(${written})`}.${output}${barsSource(barsAgo)}`
    }
  }
}

const barsSource = (typed: string) => (typed === '' ? '' : `[${typed}]`)

/** What to type, where the parser's message would not help; null: the parser's is better. */
function typedProblem(draft: RuleDraft, { conditionId, operand: index }: Place): string | null {
  const condition = RULE_SIDES.flatMap((side) => (draft[side] ? [find(draft[side], conditionId)] : [])).find((each) => each !== null)
  if (index === null || !condition || (condition.kind !== 'compare' && condition.kind !== 'between')) return null
  const operand = condition.operands[index]
  if (operand?.kind === 'number') return 'Enter a number.'
  if (operand?.kind === 'timeOfDay') return 'Enter a time of day such as 09:30.'
  return null
}

function find(condition: ConditionDraft, id: number | null): ConditionDraft | null {
  if (condition.id === id) return condition
  for (const inner of conditionsIn(condition)) {
    const found = find(inner, id)
    if (found) return found
  }
  return null
}
