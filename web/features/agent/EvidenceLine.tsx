import { useQuery } from '@apollo/client/react'
import { useParentSize } from '@visx/responsive'
import { scaleLog, scaleTime } from '@visx/scale'
import { styled } from 'styled-components'
import { evidenceText } from '../../../schema/trading/evidenceText.ts'
import { PlotFrame } from '../../charts/PlotFrame.tsx'
import { AgentKeyHistoryDocument } from '../../gql/generated/graphql.ts'
import { UNKNOWN } from '../../lib/formatMoney.ts'
import { formatDate, formatDateTime } from '../../lib/formatTime.ts'
import type { KeyRecord } from './useKeyRecords.ts'

const Note = styled.p`
  color: var(--muted);
  font-size: var(--text-sm);
`

const HEIGHT = 180
const MARGIN = { top: 8, right: 12, bottom: 22, left: 44 }
const LABEL = { fill: 'var(--muted)', fontSize: 11, fontFamily: 'inherit' } as const
/** A stake that is lost is drawn at this. */
const LEAST = 1e-4

/** The evidence of a key after each of its shadow trades, beside what as many bets without skill would have made. */
export function EvidenceLine({ chosen: { index, lookback, threshold } }: { chosen: KeyRecord }) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  const { data } = useQuery(AgentKeyHistoryDocument, { variables: { symbol: index, lookback } })
  const points = (data?.agentKeyHistory.points ?? []).map((point) => ({ ...point, at: new Date(point.at) }))
  const [first] = points
  const last = points.at(-1)
  if (!first || !last)
    return (
      <Note>
        No shadow trade of {index} with lookback {lookback} has ended yet.
      </Note>
    )
  const values = points.flatMap(({ evidence, control }) => [evidence, control ?? 1])
  const x = scaleTime({ domain: [first.at, last.at], range: [MARGIN.left, Math.max(MARGIN.left, width - MARGIN.right)] })
  const y = scaleLog({
    domain: [Math.max(Math.min(1, ...values), LEAST), Math.max(threshold, ...values) * 1.3],
    range: [HEIGHT - MARGIN.bottom, MARGIN.top],
  })
  const lineOf = (value: (point: (typeof points)[number]) => number | null) =>
    points.map((point, i) => `${i === 0 ? 'M' : 'L'}${x(point.at)} ${y(Math.max(value(point) ?? 1, LEAST))}`).join('')
  const without = last.control === null ? null : evidenceText(last.control, threshold)
  return (
    <PlotFrame
      title={`Evidence of ${index}, lookback ${lookback}, over time`}
      text="After each shadow trade, on a scale of equal factors; the dashed level opens the gate. Dotted: what the same bets make without skill, each at the mean result of buying at every look."
      columns={['Time (IST)', 'Evidence', 'Without skill']}
      rows={points
        .toReversed()
        .map(({ at, evidence, control }) => [
          formatDateTime(at.getTime()),
          evidenceText(evidence, threshold),
          control === null ? UNKNOWN : evidenceText(control, threshold),
        ])}
    >
      <div ref={parentRef} style={{ height: HEIGHT, position: 'relative' }}>
        <svg
          role="img"
          aria-label={`From ${formatDate(first.at.getTime())} to ${formatDate(last.at.getTime())}: now ${evidenceText(last.evidence, threshold)}${without === null ? '' : `, without skill ${without}`}`}
          width={width}
          height={HEIGHT}
          style={{ position: 'absolute', inset: 0 }}
        >
          {[1, threshold].map((level) => (
            <g key={level}>
              <line
                x1={MARGIN.left}
                x2={width - MARGIN.right}
                y1={y(level)}
                y2={y(level)}
                stroke="var(--line-strong)"
                strokeDasharray={level === threshold ? '4 3' : undefined}
              />
              <text {...LABEL} y={y(level) + 4}>
                ×{level}
              </text>
            </g>
          ))}
          {without === null ? null : (
            <path d={lineOf(({ control }) => control)} fill="none" stroke="var(--muted)" strokeWidth={1.5} strokeDasharray="1 3" />
          )}
          <path d={lineOf(({ evidence }) => evidence)} fill="none" stroke="var(--accent)" strokeWidth={1.75} />
          <text {...LABEL} x={MARGIN.left} y={HEIGHT - 6}>
            {formatDate(first.at.getTime())}
          </text>
          <text {...LABEL} x={width - MARGIN.right} y={HEIGHT - 6} textAnchor="end">
            {formatDate(last.at.getTime())}
          </text>
        </svg>
      </div>
    </PlotFrame>
  )
}
