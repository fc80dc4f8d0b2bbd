import { useQuery } from '@apollo/client/react'
import { useParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { styled } from 'styled-components'
import { AgentKeyHistoryDocument } from '../../gql/generated/graphql.ts'
import { formatCount, formatShare } from '../../lib/formatMoney.ts'
import { FactGrid } from './FactGrid.ts'
import { netText } from './netText.ts'
import { PlotFrame } from '../../charts/PlotFrame.tsx'
import { REASON_TEXTS } from './reasonTexts.ts'
import type { KeyRecord } from './useKeyRecords.ts'

const Facts = styled(FactGrid)`
  grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr));
`

const Note = styled.p`
  color: var(--muted);
  font-size: var(--text-sm);
`

/** How good the forecasts of a key were: what was said against what came true, the interval, the months, and why there was no trade. */
export function HonestyPanel({ chosen }: { chosen: KeyRecord }) {
  const { scans, leads, coverage, outcomes, brier, baseBrier, refusals, walked, sessions } = chosen
  return (
    <>
      <Facts aria-label="Figures of the record">
        <div>
          <dt>Analyses</dt>
          <dd>
            {formatCount(scans)}, a side led in {formatCount(leads)}
          </dd>
        </div>
        <div>
          <dt>80 % interval held</dt>
          <dd>
            {formatShare(coverage)} of {formatCount(outcomes)}
          </dd>
        </div>
        <div>
          <dt>Squared error, ours against the base rate’s</dt>
          <dd>
            {brier === null ? '—' : brier.toFixed(4)} / {baseBrier === null ? '—' : baseBrier.toFixed(4)}
          </dd>
        </div>
        <div>
          <dt>Walk-forward</dt>
          <dd>
            {formatCount(walked)} of {formatCount(sessions)} sessions
          </dd>
        </div>
      </Facts>
      {chosen.reliability.length === 0 ? (
        <Note>No forecast yet: the first ones come when 600 outcomes are known.</Note>
      ) : (
        <ReliabilityPlot chosen={chosen} />
      )}
      <Months chosen={chosen} />
      {refusals.length === 0 ? null : (
        <PlotFrame
          title="Why there was no lead"
          text="Analyses by the reason that ended them."
          columns={['Reason', 'Analyses']}
          rows={refusals.map(({ reason, count }) => [REASON_TEXTS[reason], formatCount(count)])}
        >
          <Refusals chosen={chosen} />
        </PlotFrame>
      )}
    </>
  )
}

const SIZE = 220
const LABEL = { fill: 'var(--muted)', fontSize: 11, fontFamily: 'inherit' } as const

function ReliabilityPlot({ chosen: { reliability } }: { chosen: KeyRecord }) {
  const values = reliability.flatMap(({ said, was }) => [said, was])
  const domain = [Math.max(0, Math.min(...values) - 0.05), Math.min(1, Math.max(...values) + 0.05)]
  const x = scaleLinear({ domain, range: [36, SIZE - 8] })
  const y = scaleLinear({ domain, range: [SIZE - 24, 8] })
  const most = Math.max(...reliability.map(({ count }) => count))
  const [low = 0, high = 1] = domain
  return (
    <PlotFrame
      title="Said and came true"
      text="Each dot: forecasts near each other; the larger, the more. On the diagonal the agent means what it says."
      columns={['Said', 'Came true', 'Forecasts']}
      rows={reliability.map(({ said, was, count }) => [formatShare(said), formatShare(was), formatCount(count)])}
    >
      <svg
        role="img"
        aria-label={reliability.map(({ said, was }) => `said ${formatShare(said)}, was ${formatShare(was)}`).join('; ')}
        width={SIZE}
        height={SIZE}
      >
        <line x1={x(low)} y1={y(low)} x2={x(high)} y2={y(high)} stroke="var(--line-strong)" strokeDasharray="4 3" />
        {reliability.map(({ said, was, count }) => (
          <circle key={said} cx={x(said)} cy={y(was)} r={3 + 5 * Math.sqrt(count / most)} fill="var(--accent)" fillOpacity={0.7} />
        ))}
        {x.ticks(4).map((tick) => (
          <g key={tick}>
            <text {...LABEL} x={x(tick)} y={SIZE - 6} textAnchor="middle">
              {Math.round(tick * 100)}%
            </text>
            <text {...LABEL} x={30} y={y(tick) + 4} textAnchor="end">
              {Math.round(tick * 100)}%
            </text>
          </g>
        ))}
      </svg>
    </PlotFrame>
  )
}

const BARS = 140

function Months({ chosen: { index, lookback } }: { chosen: KeyRecord }) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  const { data } = useQuery(AgentKeyHistoryDocument, { variables: { symbol: index, lookback } })
  const months = data?.agentKeyHistory.months ?? []
  if (months.length === 0) return null
  const means = months.map(({ mean }) => mean)
  const x = scaleBand({ domain: months.map(({ month }) => month), range: [0, width], padding: 0.2 })
  const y = scaleLinear({ domain: [Math.min(0, ...means), Math.max(0, ...means, 0.001)], range: [BARS - 18, 4] })
  return (
    <PlotFrame
      title="Shadow trades by month"
      text="Mean net result of a trade on nobody’s account, after all costs. The past, not a promise."
      columns={['Month', 'Trades', 'Mean net']}
      rows={months.toReversed().map(({ month, trades, mean }) => [month, formatCount(trades), netText(mean)])}
    >
      <div ref={parentRef} style={{ height: BARS, position: 'relative' }}>
        <svg
          role="img"
          aria-label={`${months.length} months, ${formatCount(months.reduce((sum, { trades }) => sum + trades, 0))} trades`}
          width={width}
          height={BARS}
          style={{ position: 'absolute', inset: 0 }}
        >
          {months.map(({ month, mean }) => (
            <rect
              key={month}
              x={x(month)}
              width={x.bandwidth()}
              y={Math.min(y(0), y(mean))}
              height={Math.max(1, Math.abs(y(mean) - y(0)))}
              fill={mean > 0 ? 'var(--pnl-up)' : 'var(--pnl-down)'}
            />
          ))}
          <line x2={width} y1={y(0)} y2={y(0)} stroke="var(--line-strong)" />
          <text {...LABEL} y={BARS - 4}>
            {months[0]?.month}
          </text>
          <text {...LABEL} x={width} y={BARS - 4} textAnchor="end">
            {months.at(-1)?.month}
          </text>
        </svg>
      </div>
    </PlotFrame>
  )
}

const Counts = styled.ul`
  display: grid;
  gap: 4px;
  padding: 0;
  font-size: var(--text-sm);
  list-style: none;

  li {
    display: grid;
    grid-template-columns: minmax(0, 14rem) 1fr auto;
    align-items: center;
    gap: 10px;
  }
`

const Share = styled.span<{ $share: number }>`
  height: 8px;
  border-radius: 4px;
  background: linear-gradient(to right, var(--accent) ${({ $share }) => $share * 100}%, var(--overlay) 0);
`

function Refusals({ chosen: { refusals } }: { chosen: KeyRecord }) {
  const most = refusals[0]?.count ?? 1
  return (
    <Counts>
      {refusals.map(({ reason, count }) => (
        <li key={reason}>
          {REASON_TEXTS[reason]}
          <Share aria-hidden $share={count / most} />
          {formatCount(count)}
        </li>
      ))}
    </Counts>
  )
}
