import { CirclePause, CirclePlay, FlaskConical, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { SECOND } from '../../../schema/time.ts'
import type { AgentStatusPartsFragment } from '../../gql/generated/graphql.ts'
import type { Market } from '../../gql/toMarket.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { UNKNOWN } from '../../lib/formatMoney.ts'
import { formatClock, formatDateTime } from '../../lib/formatTime.ts'
import { useMayTrade } from '../../lib/session/useMayTrade.ts'
import { useNow } from '../../lib/useNow.ts'
import { Badge } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { Card } from '../../ui/Card.ts'
import { Switch } from '../../ui/Switch.tsx'
import { AgentSettingsPanel } from './AgentSettingsPanel.tsx'
import { AgentSummary } from './AgentSummary.tsx'
import { switchState } from './agentStates.ts'
import { FactGrid } from './FactGrid.ts'
import { settingsInput } from './readAgentSettings.ts'
import type { AgentChange } from './useAgentChange.ts'
import { useMarketOpen } from './useMarketOpen.ts'

const Frame = styled(Card)`
  display: grid;
  gap: 14px;
  margin-bottom: 12px;

  & > header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 12px;
  }

  h2 {
    font-size: var(--text-lg);
  }
`

const Notice = styled.p`
  padding: 8px 12px;
  border-left: 3px solid var(--warning);
  background: var(--warning-soft);
  font-size: var(--text-sm);
`

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

const Strip = styled(FactGrid)`
  padding-top: 12px;
  border-top: 1px solid var(--line);

  dd {
    min-height: 24px;
    line-height: 24px;
  }
`

interface AgentCardProps {
  status: AgentStatusPartsFragment
  change: AgentChange
}

/** What is planted into the prices of a pattern market. */
const PLANTED = { W: 'a W', FLAG: 'a flag', SHOULDERS: 'head and shoulders' } as const satisfies Record<
  NonNullable<Market['pattern']>,
  string
>

/** The agent's switch, what it is set to, what can be done with it, and how it is. */
export function AgentCard({ status, change }: AgentCardProps) {
  const { aitrading, active, settings, mandate } = status
  const mayTrade = useMayTrade()
  const [configuring, setConfiguring] = useState(false)
  const open = useMarketOpen(status)
  const state = switchState({ aitrading, active, open })
  const pattern = useMarket()?.pattern ?? null
  return (
    <Frame aria-label="AI Trading Agent">
      <header>
        <h2>AI Trading Agent</h2>
        <Badge $tone={state.tone} role="status" aria-label="AI trading">
          {state.text}
        </Badge>
      </header>
      {pattern === null ? null : (
        <Notice>
          Pattern market: {PLANTED[pattern]} is planted in these prices on about half of the days for the agent to find. It shows what proof
          looks like and says nothing about a real market.
        </Notice>
      )}
      {mayTrade ? (
        <>
          <Switch
            label="Enable AI Trading"
            note={
              aitrading ? 'On: it analyses in market hours and trades within its settings and record' : 'Off: it opens no trade for you'
            }
            checked={aitrading}
            busy={change.busy}
            onToggle={() => void change.toggle(!aitrading, settingsInput(settings))}
          />
          {mandate.haltedAt === null ? null : (
            <Notice role="status">
              Halted since {formatDateTime(mandate.haltedAt)} IST: {mandate.haltReason} It opens no new trades; open trades run to their
              exits. Releasing it restarts the loss count.
            </Notice>
          )}
          <AgentSummary settings={settings} />
          <Actions>
            <Button
              $look="quiet"
              type="button"
              $busy={change.busy}
              aria-expanded={configuring}
              onClick={() => setConfiguring(!configuring)}
            >
              <SlidersHorizontal size={15} aria-hidden /> Configure Settings
            </Button>
            {aitrading ? (
              <Button type="button" $busy={change.busy} onClick={() => void change.trigger()}>
                <FlaskConical size={15} aria-hidden /> Trigger Analysis
              </Button>
            ) : null}
            <HaltButton status={status} change={change} />
          </Actions>
          {configuring ? <AgentSettingsPanel settings={settings} change={change} onClose={() => setConfiguring(false)} /> : null}
        </>
      ) : (
        <p>Analyst accounts are read-only: the agent does not trade for them. Its analyses are below.</p>
      )}
      <InfoStrip status={status} open={open} />
    </Frame>
  )
}

/** Stops its new trades at one press, and lets it continue. */
function HaltButton({ status: { aitrading, mandate }, change: { busy, permit } }: AgentCardProps) {
  if (mandate.haltedAt !== null)
    return (
      <Button type="button" $busy={busy} onClick={() => void permit({ halted: false }, 'The agent is running again.')}>
        <CirclePlay size={15} aria-hidden /> Release Agent
      </Button>
    )
  if (!aitrading) return null
  return (
    <Button
      $look="danger"
      type="button"
      $busy={busy}
      onClick={() => void permit({ halted: true }, 'The agent is halted. It opens no new trades; open trades run to their exits.')}
    >
      <CirclePause size={15} aria-hidden /> Halt Agent
    </Button>
  )
}

interface InfoStripProps {
  status: AgentStatusPartsFragment
  open: boolean
}

function InfoStrip({ status: { active, lastAnalysis, mandate }, open }: InfoStripProps) {
  const market = useMarket()
  const now = useNow(SECOND)
  return (
    <Strip aria-label="Agent now">
      <div>
        <dt>Time (IST){market?.clock.kind === 'sandbox' ? `, ${market.pattern === null ? 'sandbox' : 'pattern'} market` : null}</dt>
        <dd>{market ? formatClock(market.timeAt(now)) : UNKNOWN}</dd>
      </div>
      <div>
        <dt>Last Analysis</dt>
        <dd>{lastAnalysis === null ? 'Never' : formatDateTime(lastAnalysis)}</dd>
      </div>
      <div>
        <dt>Market Status</dt>
        <dd>{market ? (open ? 'Open' : 'Closed') : 'Loading'}</dd>
      </div>
      <div>
        <dt>Agent Status</dt>
        <dd>{mandate.haltedAt === null ? (active ? 'Active' : 'Inactive') : 'Halted'}</dd>
      </div>
    </Strip>
  )
}
