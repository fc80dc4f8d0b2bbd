import { AxisBottom, AxisRight } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { Group } from '@visx/group'
import { useParentSize } from '@visx/responsive'
import { scaleLinear } from '@visx/scale'
import { HOUR, type Instant } from '../../schema/time.ts'
import { formatTime } from '../lib/formatTime.ts'
import { PlotFrame } from './PlotFrame.tsx'

const HEIGHT = 120
const MARGIN = { top: 8, right: 56, bottom: 28, left: 4 }
const LABEL = { fill: 'var(--muted)', fontSize: 11, fontFamily: 'inherit' } as const
const BETWEEN_LABELS = 90
/** Minutes further apart are not joined. */
const GAP_MS = 90_000

export interface MinutePoint {
  readonly time: Instant
  /** Null: nothing is known, and the line is broken. */
  readonly value: number | null
}

interface HourPlotProps {
  title: string
  /** What it shows, in a sentence. */
  text: string
  /** Oldest first, a minute each. */
  points: readonly MinutePoint[]
  /** The end of the hour. */
  until: Instant
  format: (value: number) => string
}

/** One figure over the last hour, a line from zero up. */
export function HourPlot({ title, text, points, until, format }: HourPlotProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  const plotWidth = Math.max(0, width - MARGIN.left - MARGIN.right)
  const plotHeight = HEIGHT - MARGIN.top - MARGIN.bottom
  const known = points.flatMap(({ value }) => value ?? [])
  const highest = known.reduce((high, value) => Math.max(high, value), 0)
  const last = known.at(-1)
  const x = scaleLinear<number>({ domain: [until - HOUR, until], range: [0, plotWidth] })
  // A flat line still needs a scale with some height.
  const y = scaleLinear<number>({ domain: [0, highest || 1], range: [plotHeight, 0], nice: true })
  // Half a job reads as a whole one: of lines with the same label the highest stays.
  const ticks = y.ticks(2).filter((tick, i, all) => i === all.length - 1 || format(tick) !== format(all[i + 1] ?? tick))
  const labels = Math.max(1, Math.floor(plotWidth / BETWEEN_LABELS))
  return (
    <PlotFrame
      title={title}
      text={text}
      columns={['Time (IST)', title]}
      rows={points.toReversed().map(({ time, value }) => [formatTime(time), value === null ? '—' : format(value)])}
    >
      <div ref={parentRef} style={{ height: HEIGHT, position: 'relative' }}>
        <svg
          role="img"
          aria-label={
            last === undefined ? `${title}: no data in the last hour.` : `${title}: ${format(last)} last, ${format(highest)} at most.`
          }
          width={width}
          height={HEIGHT}
          style={{ position: 'absolute', inset: 0 }}
        >
          <Group left={MARGIN.left} top={MARGIN.top}>
            <GridRows scale={y} width={plotWidth} tickValues={ticks} stroke="var(--line)" />
            <path d={brokenLine(points, x, y)} fill="none" stroke="var(--accent)" strokeWidth={1.75} strokeLinecap="round" />
            <AxisRight
              left={plotWidth}
              scale={y}
              tickValues={ticks}
              hideAxisLine
              hideTicks
              tickFormat={(value) => format(Number(value))}
              tickLabelProps={{ ...LABEL, dx: 2, dy: '0.33em' }}
            />
            <AxisBottom
              top={plotHeight}
              scale={x}
              tickValues={Array.from({ length: labels }, (_, i) => until - HOUR + ((i + 0.5) / labels) * HOUR)}
              hideAxisLine
              hideTicks
              tickFormat={(time) => formatTime(Number(time))}
              tickLabelProps={{ ...LABEL, textAnchor: 'middle' }}
            />
          </Group>
        </svg>
      </div>
    </PlotFrame>
  )
}

type Scale = (value: number) => number

/** An SVG path through the points; one without a value, or minutes that are missing, break it. A point alone is a dot. */
export function brokenLine(points: readonly MinutePoint[], x: Scale, y: Scale): string {
  let before: Instant | null = null
  return points
    .map(({ time, value }) => {
      const isJoined = before !== null && time - before <= GAP_MS
      before = value === null ? null : time
      if (value === null) return ''
      return isJoined ? `L${x(time)} ${y(value)}` : `M${x(time)} ${y(value)}h0`
    })
    .join('')
}
