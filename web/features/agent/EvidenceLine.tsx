import { useQuery } from '@apollo/client/react'
import { useParentSize } from '@visx/responsive'
import { scaleLog, scaleTime } from '@visx/scale'
import { styled } from 'styled-components'
import { evidenceText } from '../../../schema/trading/evidenceText.ts'
import { PlotFrame } from '../../charts/PlotFrame.tsx'
import { AgentKeyHistoryDocument } from '../../gql/generated/graphql.ts'
import { UNKNOWN } from '../../lib/formatMoney.ts'
import { capitalised } from '../../lib/capitalised.ts'
import { formatDate, formatDatesWithin, formatDateTime } from '../../lib/formatTime.ts'
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

interface Point {
  readonly at: Date
  readonly evidence: number
  /** Null: not known. */
  readonly control: number | null
}

const dateOf = (point: Point | undefined) => formatDate(point ? point.at.getTime() : null)

/** "From 18 Nov 2026 to 20 Nov 2026: now ×1.30 of ×560, without skill ×0.98 of ×560". */
function describe(points: readonly Point[], threshold: number): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return 'Not loaded yet'
  const without = last.control === null ? '' : `, without skill ${evidenceText(last.control, threshold)}`
  return `${capitalised(formatDatesWithin(first.at.getTime(), last.at.getTime()))}: now ${evidenceText(last.evidence, threshold)}${without}`
}

/** The evidence of a key after each of its shadow trades, beside what as many bets without skill would have made. While it loads the frame keeps its place. */
export function EvidenceLine({ chosen: { index, lookback, threshold } }: { chosen: KeyRecord }) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  const { data } = useQuery(AgentKeyHistoryDocument, { variables: { symbol: index, lookback } })
  const points = (data?.agentKeyHistory.points ?? []).map((point): Point => ({ ...point, at: new Date(point.at) }))
  const last = points.at(-1)
  if (data && !last)
    return (
      <Note>
        No shadow trade of {index} with lookback {lookback} has ended yet.
      </Note>
    )
  const values = points.flatMap(({ evidence, control }) => [evidence, control ?? 1])
  const x = scaleTime({ domain: [points[0]?.at ?? 0, last?.at ?? 1], range: [MARGIN.left, Math.max(MARGIN.left, width - MARGIN.right)] })
  const y = scaleLog({
    domain: [Math.max(Math.min(1, ...values), LEAST), Math.max(threshold, ...values) * 1.3],
    range: [HEIGHT - MARGIN.bottom, MARGIN.top],
  })
  const lineOf = (value: (point: Point) => number | null) =>
    points.map((point, i) => `${i === 0 ? 'M' : 'L'}${x(point.at)} ${y(Math.max(value(point) ?? 1, LEAST))}`).join('')
  const hasControl = last !== undefined && last.control !== null
  return (
    <PlotFrame
      title={`Evidence of ${index}, lookback ${lookback}, over time`}
      text="After each shadow trade, on a logarithmic scale; the dashed level opens the gate. Dotted: what the same bets make without skill, each at the mean result of buying at every scan."
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
        <svg role="img" aria-label={describe(points, threshold)} width={width} height={HEIGHT} style={{ position: 'absolute', inset: 0 }}>
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
          {hasControl ? (
            <path d={lineOf(({ control }) => control)} fill="none" stroke="var(--muted)" strokeWidth={1.5} strokeDasharray="1 3" />
          ) : null}
          <path d={lineOf(({ evidence }) => evidence)} fill="none" stroke="var(--accent)" strokeWidth={1.75} />
          <text {...LABEL} x={MARGIN.left} y={HEIGHT - 6}>
            {dateOf(points[0])}
          </text>
          <text {...LABEL} x={width - MARGIN.right} y={HEIGHT - 6} textAnchor="end">
            {dateOf(last)}
          </text>
        </svg>
      </div>
    </PlotFrame>
  )
}
