import { AxisRight, type TickRendererProps } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { formatPrice } from '../lib/formatMoney.ts'
import { AxisTag, TAG_HEIGHT } from './AxisTag.tsx'
import { MARGIN, type CandleGeometry, type Pane } from './candleGeometry.ts'
import type { ChartCandle } from './ChartCandle.ts'
import type { TimeTick } from './timeTicks.ts'

const LABEL = { fill: 'var(--muted)', fontSize: 11, fontFamily: 'inherit' } as const

interface CandleAxesProps {
  geometry: CandleGeometry
  ticks: readonly TimeTick[]
  /** The newest bar, in sight or not. */
  last: ChartCandle
}

/** Grid, scales and times around a chart's panes, and the line of the last price. For an SVG whose origin is the plot's. */
export function CandleAxes({ geometry, ticks, last }: CandleAxesProps) {
  const { plotWidth, plotHeight, price, rsi, macd, middle, x } = geometry
  const lastY = price.y(last.close)
  const isInSight = lastY >= price.top && lastY <= price.top + price.height
  const labels = Math.max(2, Math.min(6, Math.floor(price.height / 44)))
  return (
    <>
      <GridRows scale={price.y} width={plotWidth} numTicks={labels} stroke="var(--line)" />
      <AxisRight
        left={plotWidth}
        scale={price.y}
        // They keep clear of the last price.
        tickValues={price.y.ticks(labels).filter((tick) => !isInSight || Math.abs(price.y(tick) - lastY) > TAG_HEIGHT)}
        hideAxisLine
        hideTicks
        tickFormat={(value) => formatPrice(Number(value))}
        tickLabelProps={{ ...LABEL, dx: 2, dy: '0.33em' }}
        tickComponent={ScaleLabel}
      />
      {rsi ? <LowerPane name="RSI" pane={rsi} guides={[30, 70]} plotWidth={plotWidth} /> : null}
      {macd ? <LowerPane name="MACD" pane={macd} guides={[0]} plotWidth={plotWidth} /> : null}
      {ticks.map(({ index, text, isDay }) => (
        <g key={index}>
          {isDay ? <line x1={x(index)} x2={x(index)} y2={plotHeight} stroke="var(--line-strong)" strokeDasharray="2 4" /> : null}
          <text
            {...LABEL}
            x={middle(index)}
            y={plotHeight + 18}
            textAnchor="middle"
            fontWeight={isDay ? 650 : 400}
            fill={isDay ? 'var(--text)' : 'var(--muted)'}
          >
            {text}
          </text>
        </g>
      ))}
      {isInSight ? <LastPrice candle={last} y={lastY} plotWidth={plotWidth} /> : null}
    </>
  )
}

/** Plain text: visx's own measures each label to wrap it. */
const ScaleLabel = ({ formattedValue, ...place }: TickRendererProps) => <text {...place}>{formattedValue}</text>

function LowerPane({ name, pane, guides, plotWidth }: { name: string; pane: Pane; guides: readonly number[]; plotWidth: number }) {
  return (
    <>
      <rect y={pane.top} width={plotWidth} height={pane.height} fill="none" stroke="var(--line)" />
      <text {...LABEL} x={6} y={pane.top + 14}>
        {name}
      </text>
      {guides.map((guide) => (
        <g key={guide} transform={`translate(0 ${pane.y(guide)})`}>
          <line x2={plotWidth} stroke="var(--line-strong)" strokeDasharray="2 4" />
          <text {...LABEL} x={plotWidth + 6} dy="0.33em">
            {guide}
          </text>
        </g>
      ))}
    </>
  )
}

function LastPrice({ candle, y, plotWidth }: { candle: ChartCandle; y: number; plotWidth: number }) {
  const colour = candle.close >= candle.open ? 'var(--pnl-up)' : 'var(--pnl-down)'
  return (
    <>
      <line x2={plotWidth} y1={y} y2={y} stroke={colour} strokeDasharray="1 3" />
      <AxisTag {...{ x: plotWidth + 2, y, width: MARGIN.right - 4, fill: colour }} text={formatPrice(candle.close)} />
    </>
  )
}
