import { ArrowDown, ArrowUp, Ban, Brackets, Trash2, Ungroup } from 'lucide-react'
import { styled } from 'styled-components'
import { media } from '../../theme/media.ts'
import { IconButton } from '../../ui/IconButton.ts'
import type { DraftEdit } from './editDraft.ts'
import { conditionsIn, type ConditionDraft } from './RuleDraft.ts'
import type { HistoryAction } from './RuleHistory.ts'

const Row = styled.div`
  display: flex;
  margin-left: auto;

  button {
    width: 36px;
    height: 36px;
  }

  button:disabled {
    opacity: 0.35;
    cursor: not-allowed;
  }

  ${media.phone} {
    button {
      width: 44px;
      height: 44px;
    }
  }
`

/** A condition's position among its siblings. */
export interface Place {
  readonly index: number
  readonly count: number
  /** Whether several fit in its place: it lies in a group. */
  readonly spreads: boolean
}

interface ConditionActionsProps {
  condition: ConditionDraft
  place: Place
  dispatch: (action: HistoryAction) => void
}

/** The actions on one condition as a whole. */
export function ConditionActions({ condition, place, dispatch }: ConditionActionsProps) {
  const { id, kind } = condition
  const inner = conditionsIn(condition)
  const edit = (each: DraftEdit) => () => dispatch({ kind: 'edit', edit: each })
  return (
    <Row role="group" aria-label="Change this condition">
      {place.count > 1 ? (
        <>
          <IconButton
            type="button"
            data-move={-1}
            aria-label="Move up"
            title="Move up (Alt+Shift+↑)"
            aria-keyshortcuts="Alt+Shift+ArrowUp"
            disabled={place.index === 0}
            onClick={edit({ kind: 'move', id, by: -1 })}
          >
            <ArrowUp size={16} aria-hidden />
          </IconButton>
          <IconButton
            type="button"
            data-move={1}
            aria-label="Move down"
            title="Move down (Alt+Shift+↓)"
            aria-keyshortcuts="Alt+Shift+ArrowDown"
            disabled={place.index === place.count - 1}
            onClick={edit({ kind: 'move', id, by: 1 })}
          >
            <ArrowDown size={16} aria-hidden />
          </IconButton>
        </>
      ) : null}
      <IconButton type="button" aria-label="Put into a group" title="Put into a group" onClick={edit({ kind: 'wrap', id, in: 'any' })}>
        <Brackets size={16} aria-hidden />
      </IconButton>
      {kind === 'not' ? null : (
        <IconButton type="button" aria-label="Reverse: not this" title="Reverse: not this" onClick={edit({ kind: 'wrap', id, in: 'not' })}>
          <Ban size={16} aria-hidden />
        </IconButton>
      )}
      {inner.length === 1 || (inner.length > 1 && place.spreads) ? (
        <IconButton
          type="button"
          aria-label={kind === 'not' ? 'Remove the “not”' : 'Ungroup'}
          title={kind === 'not' ? 'Remove the “not”' : 'Ungroup, and keep its conditions'}
          onClick={edit({ kind: 'unwrap', id })}
        >
          <Ungroup size={16} aria-hidden />
        </IconButton>
      ) : null}
      <IconButton type="button" aria-label="Remove" title="Remove" onClick={edit({ kind: 'remove', id })}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
    </Row>
  )
}
