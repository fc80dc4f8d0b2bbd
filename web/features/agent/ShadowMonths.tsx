import { useQuery } from '@apollo/client/react'
import { useParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { PlotFrame } from '../../charts/PlotFrame.tsx'
import { AgentKeyHistoryDocument } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { netText } from './netText.ts'
import type { KeyRecord } from './useKeyRecords.ts'

const LABEL = { fill: 'var(--muted)', fontSize: 11, fontFamily: 'inherit' } as const
const BARS = 140

/** The shadow trades of a key by month; nothing before the first has ended. */
export function ShadowMonths({ chosen: { index, lookback } }: { chosen: KeyRecord }) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  const { data } = useQuery(AgentKeyHistoryDocument, { variables: { symbol: index, lookback } })
  const months = data?.agentKeyHistory.months ?? []
  // Until they are loaded the frame keeps their place.
  if (data && months.length === 0) return null
  const means = months.map(({ mean }) => mean)
  const x = scaleBand({ domain: months.map(({ month }) => month), range: [0, width], padding: 0.2 })
  const y = scaleLinear({ domain: [Math.min(0, ...means), Math.max(0, ...means, 0.001)], range: [BARS - 18, 4] })
  return (
    <PlotFrame
      title="Shadow trades by month"
      text="Average net result of a shadow trade (not a real trade), after all costs. The past, not a promise."
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
