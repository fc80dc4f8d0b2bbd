import { Plus, Redo2, Undo2 } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { styled } from 'styled-components'
import { INTERVALS } from '../../../schema/market/candles.ts'
import { describePositionRule } from '../../../schema/rules/describePositionRule.ts'
import { media } from '../../theme/media.ts'
import { Button } from '../../ui/Button.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { ConditionEditor } from './ConditionEditor.tsx'
import type { DraftError } from './readDraft.ts'
import { RULE_SIDES, sidesOf, type RuleSide } from './RuleDraft.ts'
import type { HistoryAction, RuleHistory } from './RuleHistory.ts'
import { RuleSentence } from './RuleSentence.tsx'

const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(16rem, 20rem);
  align-items: start;
  gap: 16px;

  & > div {
    display: grid;
    gap: 16px;
  }

  @media (max-width: 72rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;

  & > span {
    color: var(--muted);
    font-size: var(--text-sm);
  }

  & > :last-child {
    display: flex;
    gap: 8px;
    margin-left: auto;
  }

  ${media.phone} {
    & > span {
      flex-basis: 100%;
    }

    & > :last-child {
      margin-left: 0;
    }
  }
`

const Side = styled.section`
  display: grid;
  gap: 8px;

  h3 {
    font-size: var(--text-md);
  }

  & > p {
    color: var(--muted);
    font-size: var(--text-sm);
  }

  & > ul {
    display: grid;
    gap: 4px;
    margin-left: 18px;
    font-size: var(--text-sm);
    list-style: disc;
  }

  & > button {
    justify-self: start;
  }
`

const Refusal = styled.p`
  color: var(--warning);
  font-size: var(--text-sm);
`

interface RuleBuilderProps {
  history: RuleHistory
  /** What is wrong with its draft. */
  errors: readonly DraftError[]
  dispatch: (action: HistoryAction) => void
}

/**
 * Rules from menus: the conditions for a call and for a put, or to open the given position, in English beside it. Ctrl+Z undoes,
 * Shift+Ctrl+Z redoes.
 */
export function RuleBuilder({ history, errors, dispatch }: RuleBuilderProps) {
  const { draft, past, future, refusal, nextId } = history
  const frame = useRef<HTMLDivElement>(null)
  const focusNext = useRef<string | null>(null)
  const whole = errors.find(({ conditionId }) => conditionId === null)?.message

  useEffect(() => {
    if (focusNext.current !== null) frame.current?.querySelector<HTMLElement>(focusNext.current)?.focus()
    focusNext.current = null
  }, [draft])

  /** An edit; where its control is gone or has moved, the focus follows. */
  function act(side: RuleSide, action: HistoryAction) {
    if (action.kind === 'edit') {
      const { edit } = action
      if (edit.kind === 'add') focusNext.current = `[data-condition="${nextId}"] select`
      if (edit.kind === 'remove' || edit.kind === 'unwrap') focusNext.current = `[data-add="${side}"]`
      if (edit.kind === 'wrap') focusNext.current = `[data-condition="${nextId}"] button, [data-condition="${nextId}"] select`
      if (edit.kind === 'move') {
        const its = `[data-condition="${edit.id}"] [data-move`
        const both = [`${its}="${edit.by}"]:not(:disabled)`, `${its}]:not(:disabled)`]
        focusNext.current = both.join(', ')
      }
    }
    dispatch(action)
  }

  function onKeyDown(event: KeyboardEvent) {
    const key = event.key.toLowerCase()
    if (!(event.ctrlKey || event.metaKey) || event.altKey || key !== 'z') return
    event.preventDefault()
    dispatch({ kind: event.shiftKey ? 'redo' : 'undo' })
  }

  return (
    <Frame ref={frame} onKeyDown={onKeyDown}>
      <div>
        <Bar>
          <span id="bar-length">Bars of</span>
          <SegmentedControl
            label="Length of a bar"
            value={draft.interval}
            options={INTERVALS.map((value) => ({ value, label: value }))}
            onChange={(interval) => dispatch({ kind: 'edit', edit: { kind: 'setInterval', interval } })}
          />
          <div role="group" aria-label="Changes">
            <Button
              $look="quiet"
              type="button"
              title="Ctrl+Z"
              aria-keyshortcuts="Control+Z"
              disabled={past.length === 0}
              onClick={() => dispatch({ kind: 'undo' })}
            >
              <Undo2 size={15} aria-hidden /> Undo
            </Button>
            <Button
              $look="quiet"
              type="button"
              title="Shift+Ctrl+Z"
              aria-keyshortcuts="Shift+Control+Z"
              disabled={future.length === 0}
              onClick={() => dispatch({ kind: 'redo' })}
            >
              <Redo2 size={15} aria-hidden /> Redo
            </Button>
          </div>
        </Bar>
        {refusal === null ? null : <Refusal role="alert">{refusal}</Refusal>}
        {sidesOf(draft).map(([side, beginning]) => {
          const condition = draft[side]
          return (
            <Side key={side} aria-label={beginning}>
              <h3>{beginning}</h3>
              {condition ? (
                <ConditionEditor
                  condition={condition}
                  side={side}
                  place={{ index: 0, count: 1, spreads: false }}
                  errors={errors}
                  dispatch={(action) => act(side, action)}
                />
              ) : (
                <p>Never: this side is not traded.</p>
              )}
              <Button
                $look="quiet"
                type="button"
                data-add={side}
                onClick={() => act(side, { kind: 'edit', edit: { kind: 'add', side, to: 'side' } })}
              >
                <Plus size={15} aria-hidden /> Add a condition
              </Button>
            </Side>
          )
        })}
        {draft.position ? (
          <Side aria-label="Position">
            <h3>Position</h3>
            <ul>
              {describePositionRule(draft.position).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <p>Legs cannot be edited here; they stay unchanged.</p>
          </Side>
        ) : null}
        {whole === undefined ? null : (
          <Refusal role="alert">
            {RULE_SIDES.some((side) => draft[side])
              ? 'Keep only one condition, for a rise or for a fall: both would open the same legs.'
              : 'Add a condition: without one, these rules never trade.'}
          </Refusal>
        )}
      </div>
      <RuleSentence draft={draft} errors={errors} />
    </Frame>
  )
}
