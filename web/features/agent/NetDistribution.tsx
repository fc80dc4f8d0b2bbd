import { useParentSize } from '@visx/responsive'
import { scaleLinear } from '@visx/scale'
import type { AgentRecordPartsFragment } from '../../gql/generated/graphql.ts'
import { netText } from './netText.ts'
import { PlotFrame } from '../../charts/PlotFrame.tsx'

const ROW = 62
const MARGIN = { left: 44, right: 12, axis: 18 }
const LABEL = { fill: 'var(--muted)', fontSize: 11, fontFamily: 'inherit' } as const

/** What buying a call and a put would have made at every similar moment: a dot each, with the mean and its 99% interval. */
export function NetDistribution({ record: { evidence, analogues } }: { record: AgentRecordPartsFragment }) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  const rows = evidence.map((side) => ({
    ...side,
    // The interval is as wide on both sides of the mean.
    upper: 2 * side.mean - side.lower,
    nets: analogues.map(({ ce, pe }) => (side.side === 'CE' ? ce : pe)),
  }))
  const values = rows.flatMap(({ nets, lower, upper }) => [...nets, lower, upper])
  const x = scaleLinear({
    domain: [Math.min(0, ...values), Math.max(0, ...values)],
    range: [MARGIN.left, Math.max(MARGIN.left, width - MARGIN.right)],
  })
  const height = rows.length * ROW + MARGIN.axis
  return (
    <PlotFrame
      title="Net results of the similar moments"
      text="Each dot is one moment, after all costs: right of the dashed line the costs are paid. The bar is the 99% interval of the mean, the dot on it the mean; a side leads only with its whole bar right of the line."
      columns={['Moment', 'Call', 'Put']}
      rows={analogues.map(({ session, minute, ce, pe }) => [`${session}, minute ${minute}`, netText(ce), netText(pe)])}
    >
      <div ref={parentRef} style={{ height, position: 'relative' }}>
        <svg
          role="img"
          aria-label={rows
            .map(
              ({ side, mean, lower, upper }) =>
                `${side === 'CE' ? 'Call' : 'Put'}: mean ${netText(mean)}, 99% interval ${netText(lower)} to ${netText(upper)}`,
            )
            .join('. ')}
          width={width}
          height={height}
          style={{ position: 'absolute', inset: 0 }}
        >
          {rows.map(({ side, nets, mean, lower, upper }, row) => {
            const middle = row * ROW + ROW / 2
            return (
              <g key={side}>
                <text {...LABEL} y={middle + 4}>
                  {side === 'CE' ? 'Call' : 'Put'}
                </text>
                {nets.map((net, i) => (
                  <circle
                    key={i}
                    cx={x(net)}
                    // Spread by their place, so that equal ones do not hide each other.
                    cy={middle + ((i * 7) % 23) - 11}
                    r={3}
                    fill={net > 0 ? 'var(--pnl-up)' : 'var(--pnl-down)'}
                    fillOpacity={0.65}
                  />
                ))}
                <line x1={x(lower)} x2={x(upper)} y1={middle + 18} y2={middle + 18} stroke="var(--text)" strokeWidth={2} />
                <circle cx={x(mean)} cy={middle + 18} r={4} fill="var(--text)" />
              </g>
            )
          })}
          <line x1={x(0)} x2={x(0)} y1={0} y2={rows.length * ROW} stroke="var(--line-strong)" strokeDasharray="4 3" />
          {x.ticks(width < 420 ? 3 : 6).map((tick) => (
            <text key={tick} {...LABEL} x={x(tick)} y={height - 4} textAnchor="middle">
              {netText(tick).replace('.00', '')}
            </text>
          ))}
        </svg>
      </div>
    </PlotFrame>
  )
}
