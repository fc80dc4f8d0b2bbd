import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths } from '../../../schema/paths.ts'
import { SECOND } from '../../../schema/time.ts'
import type { AgentProposalPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount, formatPrice, formatRupees } from '../../lib/formatMoney.ts'
import { minutesAndSeconds } from '../../lib/minutesAndSeconds.ts'
import { useNow } from '../../lib/useNow.ts'
import { Badge } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { Card } from '../../ui/Card.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
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

  button {
    min-width: 7rem;
  }
`

/** The trades that wait for the user's answer, the newest first. Ended ones disappear by themselves. */
export function AgentProposals({ proposals }: { proposals: readonly AgentProposalPartsFragment[] }) {
  const now = useNow(SECOND)
  const open = proposals.filter(({ answer, expiresAt }) => answer === 'APPROVED' || leftOf(expiresAt, now) > 0)
  return (
    <div role="region" aria-label="Waiting for your approval" aria-live="polite">
      {open.map((proposal) => (
        <Proposal key={proposal.id} proposal={proposal} left={leftOf(proposal.expiresAt, now)} />
      ))}
    </div>
  )
}

const leftOf = (expiresAt: string, now: number) => Math.max(0, Date.parse(expiresAt) - now)

function Proposal({ proposal, left }: { proposal: AgentProposalPartsFragment; left: number }) {
  const { id, analysisId, option, mode, kind, lots, quantity, premium, sentence, answer } = proposal
  const { busy, answer: say } = useProposalAnswer(id)
  return (
    <Frame aria-label={`Proposal: ${option}`} $live={mode === 'LIVE'}>
      <header>
        <h2>Buy {option}?</h2>
        <ModeBadge mode={mode} />
        {kind === 'EXPLORATORY' ? <Badge $tone="warning">UNPROVEN</Badge> : null}
      </header>
      <p>
        {formatCount(lots)} {lots === 1 ? 'lot' : 'lots'} ({formatCount(quantity)} units) at about {formatPrice(premium)}:{' '}
        {formatRupees(premium * quantity)}
        {mode === 'LIVE' ? ' of real money' : ' on paper'}.
      </p>
      <p>
        {sentence} <Link to={paths.agentAnalysis(analysisId)}>See what it saw</Link>
      </p>
      {answer === 'APPROVED' ? (
        <p role="status">Approved. Waiting for the engine.</p>
      ) : (
        <Actions>
          <Button type="button" $busy={busy} onClick={() => void say(true)}>
            Approve
          </Button>
          <Button $look="quiet" type="button" $busy={busy} onClick={() => void say(false)}>
            Decline
          </Button>
          <small aria-live="off">
            Time left: <span role="timer">{minutesAndSeconds(left)}</span>. Every check is made once more when you approve.
          </small>
        </Actions>
      )}
    </Frame>
  )
}
