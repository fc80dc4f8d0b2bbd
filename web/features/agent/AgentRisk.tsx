import { useRef } from 'react'
import { styled } from 'styled-components'
import { SHOWN_INDICES } from '../../../schema/market/indices.ts'
import { AGENT_DRAWDOWN_BOUNDS } from '../../../schema/trading/agent.ts'
import type { AgentMandateInput, AgentStatusPartsFragment } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { bindField } from '../../ui/forms/bindField.ts'
import { submitOnce } from '../../ui/forms/submitOnce.ts'
import { useCheckedForm } from '../../ui/forms/useCheckedForm.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AgentLive } from './AgentLive.tsx'
import { LADDER, LADDER_CHOICES, nextStepText } from './ladderTexts.ts'
import { readDrawdowns } from './readDrawdowns.ts'
import type { AgentChange } from './useAgentChange.ts'

const Part = styled.section`
  display: grid;
  gap: 8px;

  h3 {
    font-size: var(--text-sm);
  }

  p,
  li {
    color: var(--muted);
    font-size: var(--text-sm);
  }

  ul {
    padding-left: 18px;
  }
`

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

const Fields = styled.form`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr));
  align-items: end;
  gap: 12px;
`

interface AgentRiskProps {
  status: AgentStatusPartsFragment
  change: AgentChange
}

/** How far the agent may go: its ladder with what its next step and live trading lack, exploration, its indices, its drawdown stops. */
export function AgentRisk({ status, change }: AgentRiskProps) {
  const { mandate } = status
  const { symbols, step, exploration } = mandate
  const permit = (changes: AgentMandateInput, done: string) => void (change.busy ? undefined : change.permit(changes, done))
  const toggleIndex = (index: string) => {
    const chosen = symbols.includes(index) ? symbols.filter((each) => each !== index) : [...symbols, index]
    permit({ symbols: chosen }, `The agent analyses ${chosen.join(', ')}.`)
  }
  return (
    <>
      <Part>
        <h3>Ladder</h3>
        <Row>
          <SegmentedControl
            label="Ladder"
            value={step}
            options={LADDER_CHOICES}
            onChange={(next) => permit({ step: next }, 'The ladder was changed.')}
          />
        </Row>
        <p>{LADDER[step].means}</p>
        <p>{nextStepText(status)}</p>
      </Part>
      <Part>
        <h3>Live trading</h3>
        <AgentLive status={status} change={change} />
      </Part>
      <Part>
        <Switch
          label="Exploratory paper trades"
          note={
            exploration
              ? 'On: on paper it also takes trades that are not proven, marked UNPROVEN'
              : 'Off: it trades only what its gate has proven'
          }
          checked={exploration}
          busy={change.busy}
          onToggle={() => permit({ exploration: !exploration }, `Exploratory paper trades are ${exploration ? 'off' : 'on'}.`)}
        />
        <Standings latest={status.latest} />
      </Part>
      <Part>
        <h3>Indices</h3>
        <Row role="group" aria-label="Indices of the agent">
          {SHOWN_INDICES.map((index) => (
            <Button
              key={index}
              $look={symbols.includes(index) ? 'solid' : 'quiet'}
              type="button"
              aria-pressed={symbols.includes(index)}
              $busy={change.busy || (symbols.length === 1 && symbols.includes(index))}
              onClick={() => toggleIndex(index)}
            >
              {index}
            </Button>
          ))}
        </Row>
      </Part>
      <Drawdowns mandate={mandate} change={change} />
    </>
  )
}

/** The result of the record behind exploratory trades, index by index. */
function Standings({ latest }: { latest: AgentStatusPartsFragment['latest'] }) {
  const known = latest.flatMap(({ index, standing }) => (standing ? [{ index, text: standing.text }] : []))
  if (known.length === 0) return <p>Nothing is proven yet, and there is no record.</p>
  return (
    <ul aria-label="Record behind exploratory trades">
      {known.map(({ index, text }) => (
        <li key={index}>
          {index}: {text}
        </li>
      ))}
    </ul>
  )
}

function Drawdowns({ mandate, change }: { mandate: AgentStatusPartsFragment['mandate']; change: AgentChange }) {
  const place = useRef<HTMLFormElement>(null)
  const typed = { softDrawdown: textOf(mandate.softDrawdown), hardDrawdown: textOf(mandate.hardDrawdown) }
  const form = useCheckedForm(place, typed, readDrawdowns)
  const bounds = { type: 'number', inputMode: 'numeric', ...AGENT_DRAWDOWN_BOUNDS, step: 1, autoComplete: 'off' } as const
  return (
    <Part>
      <h3>Drawdown stops</h3>
      <p>At the first loss it opens no more trades that day. At the second, added up over days, it halts. Leave empty for no stop.</p>
      <Fields
        ref={place}
        noValidate
        onSubmit={submitOnce(form, async (read) => void (await change.permit(read, 'The drawdown stops were saved.')))}
      >
        <TextField label="Stop for the day at a loss of (₹)" {...bindField(form, 'softDrawdown')} {...bounds} />
        <TextField label="Halt at a loss of (₹)" {...bindField(form, 'hardDrawdown')} {...bounds} />
        <Button $look="quiet" type="submit" $busy={change.busy}>
          Save Stops
        </Button>
      </Fields>
    </Part>
  )
}

const textOf = (amount: number | null) => (amount === null ? '' : String(amount))
