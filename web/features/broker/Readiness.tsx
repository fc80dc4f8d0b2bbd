import { ListChecks } from 'lucide-react'
import { useId } from 'react'
import { styled } from 'styled-components'
import type { ReadinessState, ReadinessSubject } from '../../../schema/brokerReadiness.ts'
import type { BrokerPartsFragment } from '../../gql/generated/graphql.ts'
import { formatDateTime } from '../../lib/formatTime.ts'
import { Badge, type Tone } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { BrokerActions } from './BrokerActions.ts'
import { BrokerPanel } from './BrokerPanel.ts'
import type { BrokerChange } from './useBrokerChange.ts'

const Items = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr));
  gap: 12px 24px;
  margin: 0;
  padding: 0;
  list-style: none;

  li > div {
    display: flex;
    align-items: center;
    gap: 8px;
    font-size: var(--text-sm);
    font-weight: 600;
  }
`

const Text = styled.p`
  margin-top: 2px;
  color: var(--muted);
  font-size: var(--text-sm);
  overflow-wrap: anywhere;
`

const NAMES: Readonly<Record<ReadinessSubject, string>> = {
  TOKEN: 'Session',
  FEED: 'Prices',
  FUNDS: 'Funds',
  ADDRESS: 'IP address',
  CLOCK: 'Clock',
  CONTRACTS: 'Contracts',
  HOLIDAYS: 'Calendar',
}

const STATES: Readonly<Record<ReadinessState, readonly [text: string, tone: Tone]>> = {
  READY: ['Ready', 'good'],
  ATTENTION: ['To do', 'bad'],
  UNKNOWN: ['Not known', 'neutral'],
}

interface ReadinessProps {
  readiness: BrokerPartsFragment['readiness']
  busy: BrokerChange | null
  onCheck: () => void
}

/** Whether a connected account is ready for the open: what was found, and what to do. */
export function Readiness({ readiness, busy, onCheck }: ReadinessProps) {
  const id = useId()
  const [text, tone] = readiness === null ? ['Not checked yet', 'neutral' as const] : summaryOf(readiness.items)
  return (
    <BrokerPanel aria-labelledby={id}>
      <header>
        <h3 id={id}>Ready for the open</h3>
        <Badge $tone={tone}>{text}</Badge>
      </header>
      {readiness === null ? null : (
        <Items>
          {readiness.items.map((item) => {
            const [state, itemTone] = STATES[item.state]
            return (
              <li key={item.subject}>
                <div>
                  {NAMES[item.subject]} <Badge $tone={itemTone}>{state}</Badge>
                </div>
                <Text>{item.text}</Text>
              </li>
            )
          })}
        </Items>
      )}
      <BrokerActions>
        <Button $look="quiet" type="button" $busy={busy !== null} onClick={onCheck}>
          <ListChecks size={15} aria-hidden /> {busy === 'check' ? 'Checking...' : 'Check Again'}
        </Button>
      </BrokerActions>
      <Text>
        {readiness === null ? '' : `Checked ${formatDateTime(readiness.checkedAt)}. `}
        Sakha checks after every sign-in, and on trading days from 08:30 on.
      </Text>
    </BrokerPanel>
  )
}

function summaryOf(items: readonly { readonly state: ReadinessState }[]): readonly [text: string, tone: Tone] {
  const toDo = items.filter(({ state }) => state === 'ATTENTION').length
  if (toDo > 0) return [`${toDo} to do`, 'bad']
  return items.some(({ state }) => state === 'UNKNOWN') ? ['Nothing to do; some checks pending', 'neutral'] : ['Ready', 'good']
}
