import { scaleLinear } from '@visx/scale'
import { styled } from 'styled-components'
import { fittedTo } from './percentOfLast.ts'

/** Of one picture, in its own units. */
export const MOMENT = { width: 96, height: 48 } as const

/** Minutes that are followed. */
const FOLLOWED = 30

const Picture = styled.svg`
  display: block;
  width: 100%;
  height: ${MOMENT.height}px;
`

interface MomentPlotProps {
  /** Per cent of the last one. */
  window: readonly number[]
  /** The window of today, to be compared with; null: it is today's own picture. */
  today: readonly number[] | null
  /** What followed, minute by minute; or where the next thirty minutes are expected to end; null: that is not known. */
  after: readonly number[] | { readonly low: number; readonly high: number } | null
  y: (value: number) => number
}

/** The window of a moment, and what followed it or is expected to. */
export function MomentPlot({ window, today, after, y }: MomentPlotProps) {
  const end = Math.max(1, window.length - 1)
  const x = scaleLinear({ domain: [0, end + FOLLOWED], range: [1, MOMENT.width - 1] })
  const shape = today === null ? [] : fittedTo(today, window)
  const stretch = end / Math.max(1, shape.length - 1)
  return (
    <Picture aria-hidden viewBox={`0 0 ${MOMENT.width} ${MOMENT.height}`} preserveAspectRatio="none">
      {after !== null && 'low' in after ? (
        <path
          d={`M${x(end)} ${y(0)}L${x(end + FOLLOWED)} ${y(after.high)}V${y(after.low)}Z`}
          fill="var(--accent)"
          fillOpacity={0.25}
          stroke="none"
        />
      ) : null}
      <Line points={shape.map((value, i) => [x(i * stretch), y(value)])} stroke="var(--accent)" dashed />
      <Line points={window.map((value, i) => [x(i), y(value)])} stroke={today === null ? 'var(--accent)' : 'var(--muted)'} />
      {after !== null && !('low' in after) ? (
        <Line
          points={[window.at(-1) ?? 0, ...after].map((value, i) => [x(end + i), y(value)])}
          stroke={(after.at(-1) ?? 0) >= 0 ? 'var(--pnl-up)' : 'var(--pnl-down)'}
          bold
        />
      ) : null}
    </Picture>
  )
}

interface LineProps {
  points: readonly (readonly [x: number, y: number])[]
  stroke: string
  dashed?: boolean
  bold?: boolean
}

function Line({ points, stroke, dashed = false, bold = false }: LineProps) {
  return (
    <path
      d={points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('')}
      fill="none"
      stroke={stroke}
      strokeWidth={bold ? 1.5 : 1}
      strokeDasharray={dashed ? '3 2' : undefined}
      vectorEffect="non-scaling-stroke"
    />
  )
}
