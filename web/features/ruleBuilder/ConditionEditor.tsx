import { Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { styled } from 'styled-components'
import { media } from '../../theme/media.ts'
import { Button } from '../../ui/Button.ts'
import { Select } from '../../ui/Select.ts'
import { ComparisonEditor } from './ComparisonEditor.tsx'
import { ConditionActions, type Place } from './ConditionActions.tsx'
import type { DraftError } from './readDraft.ts'
import type { ConditionDraft, RuleSide } from './RuleDraft.ts'
import type { HistoryAction } from './RuleHistory.ts'

const Block = styled.div`
  display: grid;
  gap: 8px;
  padding: 10px;
  border: 1px solid var(--line);
  border-radius: var(--radius-sm);
  background: var(--raised);

  &[data-wrong='true'] {
    border-color: var(--danger);
  }

  & & {
    background: var(--surface);
  }

  & & & {
    background: var(--raised);
  }

  & > p {
    color: var(--danger);
    font-size: var(--text-xs);
  }

  & > ol {
    display: grid;
    gap: 8px;
    padding-left: 10px;
    border-left: 2px solid var(--line-strong);
  }

  & > button {
    justify-self: start;
  }

  ${media.phone} {
    padding: 8px;

    & > ol {
      padding-left: 6px;
    }
  }
`

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 6px;

  select {
    flex: 0 1 14rem;
    font-weight: 600;
  }

  strong {
    font-size: var(--text-sm);
  }
`

interface ConditionEditorProps {
  condition: ConditionDraft
  side: RuleSide
  place: Place
  errors: readonly DraftError[]
  dispatch: (action: HistoryAction) => void
}

/** One condition with all that lies in it. Alt+Shift+↑ and ↓ move it among its neighbours. */
export function ConditionEditor({ condition, side, place, errors, dispatch }: ConditionEditorProps) {
  const { id } = condition
  const error = errors.find(({ conditionId, operand }) => conditionId === id && operand === null)?.message

  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || !event.shiftKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    dispatch({ kind: 'edit', edit: { kind: 'move', id, by: event.key === 'ArrowUp' ? -1 : 1 } })
  }

  const actions = <ConditionActions condition={condition} place={place} dispatch={dispatch} />
  const inside = (inner: ConditionDraft, within: Place) => (
    <ConditionEditor condition={inner} side={side} place={within} errors={errors} dispatch={dispatch} />
  )
  return (
    <Block data-condition={id} role="group" aria-label={NAMES[condition.kind]} data-wrong={error !== undefined} onKeyDown={onKeyDown}>
      {condition.kind === 'compare' || condition.kind === 'between' ? (
        <ComparisonEditor comparison={condition} errors={errors} dispatch={dispatch}>
          {actions}
        </ComparisonEditor>
      ) : condition.kind === 'not' ? (
        <>
          <Head>
            <strong>Not this:</strong>
            {actions}
          </Head>
          {inside(condition.condition, { index: 0, count: 1, spreads: false })}
        </>
      ) : (
        <>
          <Head>
            <Select
              aria-label="How many must hold"
              value={condition.kind}
              onChange={({ target: { value } }) =>
                dispatch({ kind: 'edit', edit: { kind: 'setGroup', id, as: value === 'any' ? 'any' : 'all' } })
              }
            >
              <option value="all">All of these hold</option>
              <option value="any">Any of these holds</option>
            </Select>
            {actions}
          </Head>
          <ol>
            {condition.conditions.map((inner, index) => (
              <li key={inner.id}>{inside(inner, { index, count: condition.conditions.length, spreads: true })}</li>
            ))}
          </ol>
          <Button $look="quiet" type="button" onClick={() => dispatch({ kind: 'edit', edit: { kind: 'add', side, to: id } })}>
            <Plus size={15} aria-hidden /> Add to this group
          </Button>
        </>
      )}
      {error === undefined ? null : <p role="alert">{error}</p>}
    </Block>
  )
}

const NAMES = {
  all: 'All of a group',
  any: 'Any of a group',
  not: 'Not',
  compare: 'Comparison',
  between: 'Comparison',
} as const satisfies Record<ConditionDraft['kind'], string>
