import { formatPrice } from '../lib/formatMoney.ts'
import { formatDayMonth, formatTime } from '../lib/formatTime.ts'
import { AxisTag, TAG_HEIGHT } from './AxisTag.tsx'
import { MARGIN, type CandleGeometry } from './candleGeometry.ts'
import type { ChartCandle } from './ChartCandle.ts'

/** Of the time below the chart, in CSS pixels. */
const TIME_WIDTH = 92

interface CrosshairProps {
  geometry: CandleGeometry
  candle: ChartCandle
  /** Its place in the series. */
  index: number
  /** Pixels below the plot's top at which a level is read; null: at the bar's close. */
  at: number | null
}

/** Two lines through a bar, and on the axes its time and the level. For an SVG whose origin is the plot's. */
export function Crosshair({ geometry, candle, index, at }: CrosshairProps) {
  const { plotWidth, plotHeight, price, middle } = geometry
  const x = middle(index)
  const y = at ?? price.y(candle.close)
  const level = levelAt(geometry, y)
  const left = Math.max(0, Math.min(plotWidth - TIME_WIDTH, x - TIME_WIDTH / 2))
  return (
    <>
      <g stroke="var(--muted)" strokeDasharray="3 3">
        <line x1={x} x2={x} y2={plotHeight} />
        {level === null ? null : <line x2={plotWidth} y1={y} y2={y} />}
      </g>
      <AxisTag
        {...{ x: left, width: TIME_WIDTH, y: plotHeight + TAG_HEIGHT / 2 + 4, fill: 'var(--text)' }}
        text={`${formatDayMonth(candle.time)} ${formatTime(candle.time)}`}
      />
      {level === null ? null : (
        <AxisTag {...{ x: plotWidth + 2, width: MARGIN.right - 4, y, fill: 'var(--text)' }} text={formatPrice(level)} />
      )}
    </>
  )
}

/** The level that a place of the plot stands for, by the scale of its pane; null between two panes. */
function levelAt({ price, rsi, macd }: CandleGeometry, y: number): number | null {
  const pane = [price, rsi, macd].find((each) => each !== null && y >= each.top && y <= each.top + each.height)
  return pane ? pane.y.invert(y) : null
}
