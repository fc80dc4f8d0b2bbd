import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { spokenOption } from '../../../schema/market/options/spokenOption.ts'
import { paths } from '../../../schema/paths.ts'
import type { AgentProposalPartsFragment } from '../../gql/generated/graphql.ts'
import { useLiveMoney } from '../../gql/useLiveMoney.ts'
import { formatCount, formatPrice, formatRupees } from '../../lib/formatMoney.ts'
import { minutesAndSeconds } from '../../lib/minutesAndSeconds.ts'
import { Badge } from '../../ui/Badge.ts'
import { Card } from '../../ui/Card.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { YesNoButtons } from '../../ui/YesNoButtons.tsx'
import { useQuestionInPlace } from '../../ui/useQuestionInPlace.ts'
import { useProposalAnswer } from './useProposalAnswer.ts'

const Frame = styled(Card)<{ $live: boolean }>`
  display: grid;
  gap: 10px;
  margin-bottom: 12px;
  border-color: ${({ $live }) => ($live ? 'var(--live)' : 'var(--paper)')};
  font-size: var(--text-sm);

  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 10px;
  }

  h2 {
    font-size: var(--text-md);
  }

  small {
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
`

/** The trade that waits for the user's answer, and approved ones that the engine has not decided on. Ended ones disappear by themselves. */
export function AgentProposals({ proposals }: { proposals: readonly AgentProposalPartsFragment[] }) {
  const { asked, approved, release, ...state } = useQuestionInPlace(proposals)
  return (
    <div role="region" aria-label="Waiting for your approval" aria-live="polite">
      {asked ? <ProposalQuestion key={asked.id} proposal={asked} onAnswered={release} {...state} /> : null}
      {approved.map((proposal) => (
        <Proposal key={proposal.id} proposal={proposal}>
          <p role="status">Approved. Waiting for the engine.</p>
        </Proposal>
      ))}
    </div>
  )
}

interface ProposalQuestionProps {
  proposal: AgentProposalPartsFragment
  isOver: boolean
  /** Milliseconds. */
  left: number
  /** How many proposals wait behind it. */
  more: number
  onAnswered: () => void
}

function ProposalQuestion({ proposal, isOver, left, more, onAnswered }: ProposalQuestionProps) {
  const { busy, answer } = useProposalAnswer(proposal)
  const say = async (approve: boolean) => {
    if (await answer(approve)) onAnswered()
  }
  return (
    <Proposal proposal={proposal}>
      <Actions>
        <YesNoButtons yes="Approve" no="Decline" busy={busy} isOver={isOver} onAnswer={(approve) => void say(approve)} />
        {isOver && !busy ? (
          <small role="status">This proposal is closed: it was answered elsewhere, it timed out, or a newer one replaced it.</small>
        ) : (
          <small aria-live="off">
            Time left: <span role="timer">{minutesAndSeconds(left)}</span>. All checks run again when you approve.
            {more === 0 ? '' : ` ${formatCount(more)} more ${more === 1 ? 'proposal is' : 'proposals are'} waiting.`}
          </small>
        )}
      </Actions>
    </Proposal>
  )
}

function Proposal({ proposal, children }: { proposal: AgentProposalPartsFragment; children: ReactNode }) {
  const money = useLiveMoney()
  const { analysisId, option, mode, kind, lots, quantity, premium, sentence } = proposal
  return (
    <Frame aria-label={`Proposal: ${spokenOption(option)}`} $live={mode === 'LIVE'}>
      <header>
        <h2 title={option}>Buy {spokenOption(option)}?</h2>
        <ModeBadge mode={mode} />
        {kind === 'EXPLORATORY' ? <Badge $tone="warning">UNPROVEN</Badge> : null}
      </header>
      <p>
        {formatCount(lots)} {lots === 1 ? 'lot' : 'lots'} ({formatCount(quantity)} units) at about {formatPrice(premium)}:{' '}
        {formatRupees(premium * quantity)}
        {mode === 'LIVE' ? ` (${money})` : ' on paper'}.
      </p>
      <p>
        {sentence} <Link to={paths.agentAnalysis(analysisId)}>See the analysis</Link>
      </p>
      {children}
    </Frame>
  )
}
