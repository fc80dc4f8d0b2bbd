import { Activity, BarChart3, Percent, TrendingUp } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import type { PerformancePartsFragment, UserStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import { useStops } from '../../gql/useStops.ts'
import { formatCount, formatShare, formatSignedRupees, formatSignedThousands, UNKNOWN } from '../../lib/formatMoney.ts'
import { media } from '../../theme/media.ts'
import { BeforeCharges } from '../../ui/BeforeCharges.tsx'
import { ModeWord } from '../../ui/ModeBadge.tsx'
import { NetNote } from '../../ui/NetNote.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { StatCard, StatRow } from '../../ui/StatCard.tsx'

const Bar = styled.section`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  margin-bottom: 8px;

  h2 {
    font-size: var(--text-md);
  }
`

/* One row of fixed height, however many there are: the content below does not move. */
const Chips = styled.div`
  display: flex;
  flex: 0 0 100%;
  align-items: center;
  gap: 6px;
  height: 56px;
  overflow-x: auto;
  overflow-y: hidden;
  scrollbar-width: thin;
  scrollbar-color: var(--line-strong) transparent;

  & > :first-child {
    margin-left: 4px;
  }
`

const Chip = styled.button`
  flex: none;
  min-height: 36px;
  padding: 0 14px;
  border: 1px solid var(--line);
  border-radius: 999px;
  background: var(--surface);
  color: var(--muted);
  font-size: var(--text-sm);
  font-weight: 550;
  cursor: pointer;

  &[aria-pressed='true'] {
    border-color: var(--accent);
    background: var(--accent-soft);
    color: var(--text);
  }

  ${media.phone} {
    min-height: 44px;
  }
`

const MODES = [
  { value: 'PAPER', label: 'Paper' },
  { value: 'LIVE', label: 'Live' },
] as const

interface StrategyOverviewProps {
  /** The user's subscriptions; null while they are not known. */
  strategies: readonly UserStrategyPartsFragment[] | null
  /** Id of the selected strategy; null for all. */
  selected: string | null
  onSelect: (strategyId: string | null) => void
  onRefresh: () => Promise<unknown>
}

/** How the user's strategies do, all together or one of them: on paper or live, never both in one figure. */
export function StrategyOverview({ strategies, selected, onSelect, onRefresh }: StrategyOverviewProps) {
  const one = strategies?.find(({ strategyId }) => strategyId === selected)
  const [chosenMode, chooseMode] = useState<TradeMode | null>(null)
  const traded = (one ? [one] : (strategies ?? [])).flatMap(({ performances }) => performances)
  const modes = [...new Set(traded.map(({ mode }) => mode))]
  const mode = modes.find((each) => each === chosenMode) ?? (modes.includes('LIVE') ? 'LIVE' : 'PAPER')
  const { totalTrades, winRate, totalPnL, totalNet } = totalOf(traded.filter((performance) => performance.mode === mode))
  const which = mode === 'LIVE' ? ', LIVE' : ''
  const stops = useStops()
  const isStopped = ({ strategyId }: UserStrategyPartsFragment) => stops.all || stops.strategies.has(strategyId)
  const on = strategies?.filter(({ isActive }) => isActive)
  const stopped = on?.filter(isStopped).length ?? 0
  const active = on === undefined ? undefined : on.length - stopped
  return (
    <>
      <Bar aria-label="Strategy Overview">
        <h2>Strategy Overview</h2>
        {modes.length > 1 ? <SegmentedControl label="Figures" value={mode} options={MODES} onChange={chooseMode} /> : null}
        <RefreshButton onRefresh={onRefresh} />
        <Chips role="group" aria-label="Strategies in the overview">
          <Chip type="button" aria-pressed={one === undefined} onClick={() => onSelect(null)}>
            All Strategies
          </Chip>
          {strategies?.map(({ strategyId, name }) => (
            <Chip key={strategyId} type="button" aria-pressed={strategyId === one?.strategyId} onClick={() => onSelect(strategyId)}>
              {name}
            </Chip>
          ))}
        </Chips>
      </Bar>
      <StatRow>
        {one ? (
          <StatCard
            title="Strategy Status"
            icon={Activity}
            variant={isStopped(one) ? 'warning' : 'default'}
            note={`${one.paperTrade ? 'On paper' : 'LIVE'}${isStopped(one) && one.isActive ? ', switched on' : ''}`}
          >
            {one.isActive ? (isStopped(one) ? 'Stopped' : 'Active') : 'Inactive'}
          </StatCard>
        ) : (
          <StatCard
            title="Active Strategies"
            icon={Activity}
            variant={stopped > 0 ? 'warning' : 'default'}
            note={
              strategies
                ? `of ${formatCount(strategies.length)} subscribed${stopped > 0 ? `, ${formatCount(stopped)} stopped` : ''}`
                : 'Subscribed'
            }
          >
            {active === undefined ? UNKNOWN : formatCount(active)}
          </StatCard>
        )}
        <StatCard
          title={`Total Trades${which}`}
          icon={BarChart3}
          note={<ModeWord $mode={mode}>{mode === 'PAPER' ? 'Closed on paper' : 'Closed LIVE'}</ModeWord>}
        >
          {strategies ? formatCount(totalTrades) : UNKNOWN}
        </StatCard>
        <StatCard title={`Win Rate${which}`} icon={Percent} note="After charges">
          {formatShare(winRate)}
        </StatCard>
        <StatCard
          title={`Total P&L${which}`}
          icon={TrendingUp}
          beside={
            <span title={formatSignedRupees(totalPnL)}>
              <BeforeCharges gross={totalPnL} format={formatSignedThousands} />
            </span>
          }
          note={<NetNote gross={totalPnL} net={totalNet} />}
        >
          <span title={formatSignedRupees(totalNet)}>
            <ProfitLoss value={totalNet} format={formatSignedThousands} />
          </span>
        </StatCard>
      </StatRow>
    </>
  )
}

/** The sums over strategies in one mode, in rupees; the rate is a fraction of all trades with a known result. Null without such trades. */
function totalOf(performances: readonly PerformancePartsFragment[]): {
  totalTrades: number
  winRate: number | null
  totalPnL: number | null
  totalNet: number | null
} {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const known = sum(performances.map(({ knownTrades }) => knownTrades))
  return {
    totalTrades: sum(performances.map(({ totalTrades }) => totalTrades)),
    winRate: known === 0 ? null : sum(performances.map(({ profitableTrades }) => profitableTrades)) / known,
    totalPnL: performances.length === 0 ? null : sum(performances.map(({ totalPnL }) => totalPnL)),
    totalNet: performances.length === 0 ? null : sum(performances.map(({ totalNet }) => totalNet)),
  }
}
