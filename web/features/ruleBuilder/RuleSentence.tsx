import { styled } from 'styled-components'
import { RULE_LIMITS } from '../../../schema/limits.ts'
import { Card } from '../../ui/Card.ts'
import { comparisonsIn } from './editDraft.ts'
import { describeSide, type DraftError } from './readDraft.ts'
import { RULE_SIDES, sidesOf, type RuleDraft, type RuleSide } from './RuleDraft.ts'

const Panel = styled(Card)`
  position: sticky;
  top: 5rem;
  display: grid;
  gap: 12px;
  font-size: var(--text-sm);

  h3 {
    font-size: var(--text-md);
  }

  dt {
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 600;
  }

  dd {
    margin-bottom: 8px;
    overflow-wrap: anywhere;
  }

  dd::first-letter {
    text-transform: uppercase;
  }

  small {
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

/** The rules of a draft as sentences, as far as they can be read. */
export function RuleSentence({ draft, errors }: { draft: RuleDraft; errors: readonly DraftError[] }) {
  const used = RULE_SIDES.reduce((count, side) => count + (draft[side] ? comparisonsIn(draft[side]) : 0), 0)
  return (
    <Panel as="aside" aria-label="In plain English">
      <h3>In plain English</h3>
      <dl aria-live="polite">
        {sidesOf(draft).map(([side, beginning]) => (
          <div key={side}>
            <dt>{beginning}</dt>
            <dd>{sentence(draft, side)}</dd>
          </div>
        ))}
      </dl>
      <small>
        Decided when a bar of {draft.interval} has closed. {used} of {RULE_LIMITS.comparisons} comparisons used
        {errors.length === 0 ? '.' : `, ${errors.length} ${errors.length === 1 ? 'thing' : 'things'} to fix.`}
      </small>
    </Panel>
  )
}

function sentence(draft: RuleDraft, side: RuleSide): string {
  if (!draft[side]) return 'Never.'
  const text = describeSide(draft, side)
  return text === null ? 'Fix the highlighted fields.' : `${text}.`
}
