import { scaleLinear } from '@visx/scale'
import { PlotFrame } from '../../charts/PlotFrame.tsx'
import { formatCount, formatShare } from '../../lib/formatMoney.ts'
import type { KeyRecord } from './useKeyRecords.ts'

const SIZE = 220
const LABEL = { fill: 'var(--muted)', fontSize: 11, fontFamily: 'inherit' } as const

/** What forecasts said against what came true, a dot for those near each other. */
export function ReliabilityPlot({ chosen: { reliability } }: { chosen: KeyRecord }) {
  const values = reliability.flatMap(({ said, was }) => [said, was])
  const domain = [Math.max(0, Math.min(...values) - 0.05), Math.min(1, Math.max(...values) + 0.05)]
  const x = scaleLinear({ domain, range: [36, SIZE - 18] })
  const y = scaleLinear({ domain, range: [SIZE - 24, 8] })
  const most = Math.max(...reliability.map(({ count }) => count))
  const [low = 0, high = 1] = domain
  return (
    <PlotFrame
      title="Forecasts and outcomes"
      text="Each dot groups similar forecasts; the larger, the more of them. On the diagonal, forecasts come true as often as they say."
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
