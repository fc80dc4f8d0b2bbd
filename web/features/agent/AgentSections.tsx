import { useState } from 'react'
import type { AgentStatusPartsFragment } from '../../gql/generated/graphql.ts'
import { useAddressTexts } from '../../lib/useAddressTexts.ts'
import { useMayTrade } from '../../lib/session/useMayTrade.ts'
import { Button } from '../../ui/Button.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { AgentRisk } from './AgentRisk.tsx'
import { AnalysisView } from './AnalysisView.tsx'
import { DecisionLog } from './DecisionLog.tsx'
import { KeyPanel } from './KeyPanel.tsx'
import type { AgentChange } from './useAgentChange.ts'

/** No analysis chosen: the latest is shown. */
const LATEST = { analysis: '' }

type SectionName = 'seen' | 'evidence' | 'honesty' | 'log' | 'risk'

interface AgentSectionsProps {
  status: AgentStatusPartsFragment
  change: AgentChange
}

/** What stands behind the verdict, in sections that open: the similar moments, the evidence, its honesty, every decision, and the limits. */
export function AgentSections({ status, change }: AgentSectionsProps) {
  const mayTrade = useMayTrade()
  const { texts, change: changeAddress } = useAddressTexts(LATEST)
  const [open, setOpen] = useState<ReadonlySet<SectionName>>(new Set())
  const isOpen = (name: SectionName) => open.has(name) || (name === 'seen' && texts.analysis !== '')
  const { settings, mandate, latest } = status
  const [index = 'NIFTY'] = mandate.symbols
  const shown = texts.analysis === '' ? latest[0]?.id : texts.analysis

  function section(name: SectionName) {
    return {
      open: isOpen(name),
      onToggle: () => {
        if (name === 'seen' && texts.analysis !== '') changeAddress(LATEST)
        const next = new Set(open)
        if (isOpen(name)) next.delete(name)
        else next.add(name)
        setOpen(next)
      },
    }
  }

  return (
    <>
      <Disclosure title="What it sees" text="The similar moments of the past, and what followed them" {...section('seen')}>
        {shown === undefined ? (
          <p>No analysis yet. It comes with the next scan in market hours.</p>
        ) : (
          <AnalysisView key={shown} id={shown} />
        )}
        {texts.analysis === '' ? null : (
          <Button $look="quiet" type="button" onClick={() => changeAddress(LATEST)}>
            Show the latest
          </Button>
        )}
      </Disclosure>
      <Disclosure title="Evidence" text="How much its own record has proven, and what opens the gate" {...section('evidence')}>
        <KeyPanel shows="evidence" index={index} lookback={settings.lookbackPeriod} />
      </Disclosure>
      <Disclosure title="Honesty" text="Its forecasts against the outcomes, month by month" {...section('honesty')}>
        <KeyPanel shows="honesty" index={index} lookback={settings.lookbackPeriod} />
      </Disclosure>
      <Disclosure title="Decision log" text="Every analysis, with or without a trade" {...section('log')}>
        <DecisionLog onShow={(id) => changeAddress({ analysis: id })} />
      </Disclosure>
      {mayTrade ? (
        <Disclosure
          title="Risk and ladder"
          text="The ladder and what its next step needs, live trading, exploration, indices, drawdown stops"
          {...section('risk')}
        >
          <AgentRisk status={status} change={change} />
        </Disclosure>
      ) : null}
    </>
  )
}
