import { SlidersHorizontal } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths } from '../../../schema/paths.ts'
import { SECOND } from '../../../schema/time.ts'
import type { UserStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import { useLiveMoney } from '../../gql/useLiveMoney.ts'
import { useMarket } from '../../gql/useMarket.ts'
import { useStops } from '../../gql/useStops.ts'
import { capitalised } from '../../lib/capitalised.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { formatDate } from '../../lib/formatTime.ts'
import { useMayTrade } from '../../lib/session/useMayTrade.ts'
import { useNow } from '../../lib/useNow.ts'
import { Badge } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { activityNote } from './activityNote.ts'
import { LiveOff } from './LiveOff.tsx'
import { StrategyCard } from './StrategyCard.ts'
import { InstrumentList, PerformanceFigures, StrategyTerms } from './StrategyFacts.tsx'

const Switches = styled.div`
  display: grid;
  padding: 2px 0;
  border-block: 1px solid var(--line);

  /* Room for the longest thing it says, so that nothing below moves when it says another. */
  & > :first-child small {
    min-height: 2lh;
  }
`

/* As high with the badge as without. */
const Since = styled.p`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 22px;
`

const Actions = styled.div`
  display: flex;
  gap: 8px;

  & > * {
    flex: 1 1 0;
  }
`

interface MyStrategyCardProps {
  strategy: UserStrategyPartsFragment
  openTrades: number
  /** Its own change is on the way. */
  busy: boolean
  onToggleActive: () => void
  /** Asks to trade live, or to confirm it again. */
  onTradeLive: () => void
  onBackToPaper: () => void
  onSettings: () => void
  onUnsubscribe: () => void
}

/** The figures of a strategy whose trades are all still to come. */
const NO_TRADES = { mode: 'PAPER', totalTrades: 0, knownTrades: 0, profitableTrades: 0, winRate: null, totalPnL: 0, totalNet: 0 } as const

/** A strategy that trades for the user: whether, how and with which settings. */
export function MyStrategyCard({
  strategy,
  openTrades,
  busy,
  onToggleActive,
  onTradeLive,
  onBackToPaper,
  onSettings,
  onUnsubscribe,
}: MyStrategyCardProps) {
  const { name, isActive, paperTrade, unmetGates } = strategy
  const mayTrade = useMayTrade()
  const money = useLiveMoney()
  const stops = useStops()
  const now = useNow(5 * SECOND)
  const market = useMarket()
  const warming = isActive ? strategy.warmingUp : null
  const stopped = stops.all || stops.strategies.has(strategy.strategyId)
  return (
    <StrategyCard aria-label={name}>
      <header>
        <div>
          <h3>
            <Link to={paths.strategy(strategy.strategyId)}>{name}</Link>
          </h3>
          <p>
            {capitalised(strategy.type)} · version {strategy.version}
          </p>
          <Since>
            Since {formatDate(strategy.subscribedAt)}
            {openTrades === 0 ? null : (
              <Link to={paths.liveTradesOf(strategy.strategyId)} aria-label={`${openText(openTrades)} of ${name}`}>
                {openText(openTrades)}
              </Link>
            )}
            {warming === null ? null : <Badge $tone="accent">WARMING UP</Badge>}
          </Since>
        </div>
        <ModeBadge mode={paperTrade ? 'PAPER' : 'LIVE'} />
      </header>
      <p>{strategy.description}</p>
      {strategy.newerVersion === null ? null : (
        <p>
          Version {strategy.newerVersion} is available; yours stays unchanged{mayTrade ? ' until you move' : ''}.{' '}
          <Link to={paths.strategy(strategy.strategyId)}>See what changed</Link>
        </p>
      )}
      {mayTrade ? (
        <Switches>
          <Switch
            label="Active"
            note={activityNote(strategy, { stopped, now, market })}
            checked={isActive}
            busy={busy}
            onToggle={onToggleActive}
          />
          <Switch
            label="Live trading"
            note={paperTrade ? 'Off: paper trading, no real money' : `On: live orders (${money})`}
            checked={!paperTrade}
            busy={busy}
            onToggle={paperTrade ? onTradeLive : onBackToPaper}
          />
          {unmetGates.length === 0 ? null : <LiveOff gates={unmetGates} onShow={onTradeLive} />}
        </Switches>
      ) : null}
      <StrategyTerms {...strategy} risk={strategy} />
      <InstrumentList instruments={strategy.instruments} shown={3} />
      {(strategy.performances.length > 0 ? strategy.performances : [NO_TRADES]).map((performance) => (
        <PerformanceFigures key={performance.mode} performance={performance} />
      ))}
      <Actions>
        {mayTrade ? (
          <Button $look="quiet" type="button" $busy={busy} aria-label={`Settings of ${name}`} onClick={onSettings}>
            <SlidersHorizontal size={15} aria-hidden /> Settings
          </Button>
        ) : null}
        <Button $look="quiet" type="button" $busy={busy} aria-label={`Unsubscribe from ${name}`} onClick={onUnsubscribe}>
          Unsubscribe
        </Button>
      </Actions>
    </StrategyCard>
  )
}

const openText = (count: number) => `${formatCount(count)} open ${count === 1 ? 'trade' : 'trades'}`
