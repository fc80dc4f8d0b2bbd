import { useRef } from 'react'
import { styled } from 'styled-components'
import { SHOWN_INDICES } from '../../../schema/market/indices.ts'
import { AGENT_DRAWDOWN_BOUNDS, type AgentStep } from '../../../schema/trading/agent.ts'
import type { AgentMandateInput, AgentStatusPartsFragment } from '../../gql/generated/graphql.ts'
import { formatDateTime } from '../../lib/formatTime.ts'
import { Button } from '../../ui/Button.ts'
import { bindField } from '../../ui/forms/bindField.ts'
import { submitOnce } from '../../ui/forms/submitOnce.ts'
import { useCheckedForm } from '../../ui/forms/useCheckedForm.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AgentLive } from './AgentLive.tsx'
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

const STEPS: readonly { readonly value: AgentStep; readonly label: string; readonly means: string }[] = [
  { value: 'OBSERVE', label: 'Observe', means: 'It analyses and opens no trade.' },
  { value: 'PAPER', label: 'Paper', means: 'It trades on paper by itself, and never live.' },
  {
    value: 'APPROVE',
    label: 'Approve each',
    means: 'Each trade, on paper or live, waits for your word. Without it nothing is bought.',
  },
  { value: 'AUTO', label: 'Auto', means: 'It trades by itself: on paper, or live once nothing below is missing.' },
]

interface AgentRiskProps {
  status: AgentStatusPartsFragment
  change: AgentChange
}

/** How far the agent may go: its ladder with what live trading lacks, exploration, its indices, its drawdown stops, and the halt. */
export function AgentRisk({ status, change }: AgentRiskProps) {
  const { mandate } = status
  const { symbols, step, exploration, haltedAt, haltReason } = mandate
  const permit = (changes: AgentMandateInput, done: string) => void (change.busy ? undefined : change.permit(changes, done))
  const toggleIndex = (index: string) => {
    const chosen = symbols.includes(index) ? symbols.filter((each) => each !== index) : [...symbols, index]
    permit({ symbols: chosen }, `The agent looks at ${chosen.join(', ')}.`)
  }
  return (
    <>
      <Part>
        <h3>Halt</h3>
        <p>
          {haltedAt === null
            ? 'A halt stops new trades of the agent at once; open ones run on to their exits.'
            : `Halted since ${formatDateTime(haltedAt)}: ${haltReason ?? ''}`}
        </p>
        <Row>
          {haltedAt === null ? (
            <Button $look="danger" type="button" $busy={change.busy} onClick={() => permit({ halted: true }, 'The agent is halted.')}>
              Halt Agent
            </Button>
          ) : (
            <Button type="button" $busy={change.busy} onClick={() => permit({ halted: false }, 'The agent goes on.')}>
              Release Agent
            </Button>
          )}
        </Row>
      </Part>
      <Part>
        <h3>Ladder</h3>
        <Row>
          <SegmentedControl
            label="Ladder"
            value={step}
            options={STEPS}
            onChange={(next) => permit({ step: next }, 'The ladder was changed.')}
          />
        </Row>
        <p>{STEPS.find(({ value }) => value === step)?.means}</p>
      </Part>
      <Part>
        <h3>Live trading</h3>
        <AgentLive status={status} change={change} />
      </Part>
      <Switch
        label="Exploratory paper trades"
        note={
          exploration
            ? 'On: on paper it also takes what is not proven, marked UNPROVEN; so far no better than chance'
            : 'Off: it trades only what its gate has proven'
        }
        checked={exploration}
        busy={change.busy}
        onToggle={() => permit({ exploration: !exploration }, `Exploratory paper trades are ${exploration ? 'off' : 'on'}.`)}
      />
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

function Drawdowns({ mandate, change }: { mandate: AgentStatusPartsFragment['mandate']; change: AgentChange }) {
  const place = useRef<HTMLFormElement>(null)
  const typed = { softDrawdown: textOf(mandate.softDrawdown), hardDrawdown: textOf(mandate.hardDrawdown) }
  const form = useCheckedForm(place, typed, readDrawdowns)
  const bounds = { type: 'number', inputMode: 'numeric', ...AGENT_DRAWDOWN_BOUNDS, step: 1, autoComplete: 'off' } as const
  return (
    <Part>
      <h3>Drawdown stops</h3>
      <p>At the first loss of a day it opens nothing more that day; at the second, counted over days, it halts. Empty: no such stop.</p>
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
