import { useState } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { RISK_TEXT, RISK_TEXT_VERSION } from '../../../schema/trading/riskText.ts'
import { AgentStatusDocument, type AgentStatusPartsFragment } from '../../gql/generated/graphql.ts'
import { useLiveMoney } from '../../gql/useLiveMoney.ts'
import { formatDateTime } from '../../lib/formatTime.ts'
import { Button } from '../../ui/Button.ts'
import { RiskConsent } from '../../ui/RiskConsent.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { AgentChange } from './useAgentChange.ts'

const Index = styled.section`
  display: grid;
  gap: 8px;
  padding-top: 10px;
  border-top: 1px solid var(--line);

  h4 {
    font-size: var(--text-sm);
  }

  form {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 8px 12px;
  }
`

type LiveIndex = AgentStatusPartsFragment['liveIndices'][number]

interface AgentLiveProps {
  status: AgentStatusPartsFragment
  change: AgentChange
}

/** What the agent lacks to trade each index of its mandate live, the risk text, and the words that confirm it. */
export function AgentLive({ status: { liveIndices, settings }, change }: AgentLiveProps) {
  const money = useLiveMoney()
  const asksForRisk = liveIndices.some(({ unmetGates }) => unmetGates.some(({ gate }) => gate === 'RISK_TEXT'))
  return (
    <>
      <p>
        {settings.paperTrade
          ? 'Paper Trading Mode is on: no live orders are sent, even if everything below is met. Leave it on until the gate is open and your own paper record is strong enough: with it off, the agent does not trade on paper.'
          : `Paper Trading Mode is off: once everything below is met, the agent sends live orders to your broker (${money}). It does not trade on paper meanwhile.`}
      </p>
      {liveIndices.map((live) => (
        <LiveOf key={live.index} live={live} wished={!settings.paperTrade} change={change} />
      ))}
      {settings.paperTrade ? null : (
        <RiskConsent paragraphs={RISK_TEXT} version={RISK_TEXT_VERSION} accepted={!asksForRisk} shownBy={AgentStatusDocument} />
      )}
    </>
  )
}

interface LiveOfProps {
  live: LiveIndex
  /** Whether the user wishes to trade live. */
  wished: boolean
  change: AgentChange
}

function LiveOf({ live: { index, unmetGates, confirmedAt, word }, wished, change }: LiveOfProps) {
  const lacks = unmetGates.filter(({ gate }) => gate !== 'CONFIRMATION')
  return (
    <Index aria-label={`Live trading of ${index}`}>
      <h4>
        {index}: {unmetGates.length === 0 ? 'every gate is met' : 'live trading still needs'}
      </h4>
      {unmetGates.length === 0 ? null : (
        <ul aria-label={`What ${index} still needs to trade live`}>
          {unmetGates.map(({ gate, name, todo, link }) => (
            <li key={gate}>
              <strong>{name}</strong>: {todo} {link === null ? null : <Link to={link}>Go there</Link>}
            </li>
          ))}
        </ul>
      )}
      {confirmedAt === null ? (
        wished && lacks.length === 0 ? (
          <Confirmation index={index} word={word} change={change} />
        ) : null
      ) : (
        <p>Confirmed on {formatDateTime(confirmedAt)} IST.</p>
      )}
    </Index>
  )
}

interface ConfirmationProps {
  index: string
  /** What is to be typed. */
  word: string
  change: AgentChange
}

function Confirmation({ index, word, change }: ConfirmationProps) {
  const [typed, setTyped] = useState('')
  const ready = typed === word && !change.busy
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void change.confirmLive(index, typed)
      }}
    >
      <TextField
        label={`Type ${word} to let the agent trade it live with these lots`}
        value={typed}
        disabled={change.busy}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button $look="danger" type="submit" disabled={!ready} aria-busy={change.busy}>
        Trade {index} live
      </Button>
    </form>
  )
}
