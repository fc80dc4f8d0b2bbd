import { Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths } from '../../../schema/paths.ts'
import type { ManagedStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { Button } from '../../ui/Button.ts'
import { Switch } from '../../ui/Switch.tsx'

const Box = styled.div`
  display: grid;
  gap: 2px;
  padding-top: 8px;
  border-top: 1px solid var(--line);

  & > p {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  & > div:last-child {
    display: flex;
    gap: 8px;
    margin-top: 6px;
  }

  & > div:last-child > * {
    flex: 1 1 0;
  }
`

interface StrategyManagementProps {
  strategy: ManagedStrategyPartsFragment
  /** Its own change is on the way. */
  busy: boolean
  onTogglePublic: () => void
  onToggleActive: () => void
  onDelete: () => void
}

/** The admin's actions on a strategy's card, and its usage. */
export function StrategyManagement({ strategy, busy, onTogglePublic, onToggleActive, onDelete }: StrategyManagementProps) {
  const { id, name, version, isPublic, isActive, subscribers, subscribersBehind, openTrades } = strategy
  return (
    <Box>
      <p>
        Version {version} · {counted(subscribers, 'subscriber')}
        {subscribersBehind === 0 ? '' : `, ${formatCount(subscribersBehind)} on an earlier version`} · {counted(openTrades, 'open trade')}
      </p>
      <Switch
        label="Public"
        note={isPublic ? 'Everyone may subscribe while it is active' : 'Private: only admins see it'}
        checked={isPublic}
        busy={busy}
        onToggle={onTogglePublic}
      />
      <Switch
        label="Active"
        note={isActive ? 'Trades for its subscribers' : 'Inactive: opens no new trades for anyone'}
        checked={isActive}
        busy={busy}
        onToggle={onToggleActive}
      />
      <div>
        <Button as={Link} $look="quiet" to={paths.strategyEditor(id)} aria-label={`Edit ${name}`}>
          <Pencil size={15} aria-hidden /> Edit
        </Button>
        <Button $look="danger" type="button" $busy={busy} aria-label={`Delete ${name}`} onClick={onDelete}>
          <Trash2 size={15} aria-hidden /> Delete
        </Button>
      </div>
    </Box>
  )
}

/** The consequences of deleting a strategy, shown beforehand. */
export function deletionConsequence({ subscribers, openTrades }: ManagedStrategyPartsFragment): string {
  if (openTrades > 0)
    return `${counted(openTrades, 'open trade')}: close ${openTrades === 1 ? 'it' : 'them'} before you delete the strategy.`
  const ending =
    subscribers === 0
      ? 'It has no subscribers.'
      : `${counted(subscribers, 'subscription')} ${subscribers === 1 ? 'ends' : 'end'} with it, and the subscribers are notified.`
  return `${ending} Its past trades stay in everyone's history. This cannot be undone.`
}

/** The consequences of withdrawing a strategy from its subscribers, shown beforehand. */
export function withdrawalConsequence({ subscribers, openTrades }: ManagedStrategyPartsFragment): string {
  const open =
    openTrades === 0
      ? ''
      : ` ${counted(openTrades, 'open trade')} ${openTrades === 1 ? 'runs' : 'run'} to ${openTrades === 1 ? 'its' : 'their'} own exit.`
  return `${counted(subscribers, 'subscriber')} ${subscribers === 1 ? 'gets' : 'get'} no new trades from it until it is public and active again.${open}`
}

const counted = (count: number, what: string) => `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`
