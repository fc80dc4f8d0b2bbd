import { editDraft, type DraftEdit } from './editDraft.ts'
import { conditionsIn, RULE_SIDES, type ConditionDraft, type RuleDraft } from './RuleDraft.ts'

/** A draft with its undo and redo stacks. */
export interface RuleHistory {
  readonly draft: RuleDraft
  /** Drafts before it, the latest last. */
  readonly past: readonly RuleDraft[]
  /** Undone drafts, the next to redo last. */
  readonly future: readonly RuleDraft[]
  /** The operand being typed into: more typing there is the same step. */
  readonly typingIn: string | null
  /** Why the last edit was refused; null when it was not. */
  readonly refusal: string | null
  /** No condition has had it yet. */
  readonly nextId: number
}

export type HistoryAction =
  | { readonly kind: 'edit'; readonly edit: DraftEdit }
  /** As `edit`, a letter at a time: all that is typed into one operand in a row is undone together. */
  | { readonly kind: 'type'; readonly edit: Extract<DraftEdit, { kind: 'setOperand' }> }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }

/** How many steps can be undone. */
const STEPS = 200

/** A history that begins with a draft. */
export function beginHistory(draft: RuleDraft): RuleHistory {
  return { draft, past: [], future: [], typingIn: null, refusal: null, nextId: firstFreeId(draft) }
}

/** The reducer of the rule builder. */
export function editHistory(history: RuleHistory, action: HistoryAction): RuleHistory {
  const { draft, past, future } = history
  switch (action.kind) {
    case 'undo': {
      const before = past.at(-1)
      if (!before) return history
      return { ...history, draft: before, past: past.slice(0, -1), future: [...future, draft], typingIn: null, refusal: null }
    }
    case 'redo': {
      const after = future.at(-1)
      if (!after) return history
      return { ...history, draft: after, past: [...past, draft], future: future.slice(0, -1), typingIn: null, refusal: null }
    }
    case 'edit':
    case 'type': {
      let { nextId } = history
      const edited = editDraft(draft, action.edit, () => nextId++)
      if (!edited.ok) return { ...history, refusal: edited.error }
      if (edited.value === draft) return history.refusal === null ? history : { ...history, refusal: null }
      const typingIn = action.kind === 'type' ? `${action.edit.id} ${action.edit.index}` : null
      const sameStep = typingIn !== null && typingIn === history.typingIn
      return {
        draft: edited.value,
        past: sameStep ? past : [...past, draft].slice(-STEPS),
        future: [],
        typingIn,
        refusal: null,
        nextId: Math.max(nextId, firstFreeId(edited.value)),
      }
    }
  }
}

function firstFreeId(draft: RuleDraft): number {
  return 1 + Math.max(0, ...RULE_SIDES.flatMap((side) => (draft[side] ? [highestId(draft[side])] : [])))
}

function highestId(condition: ConditionDraft): number {
  return Math.max(condition.id, ...conditionsIn(condition).map(highestId))
}
