import { AxisBottom, AxisRight } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { Group } from '@visx/group'
import { useParentSize } from '@visx/responsive'
import { scaleLinear } from '@visx/scale'
import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { styled } from 'styled-components'
import { istDate } from '../../schema/time.ts'
import { formatPrice } from '../lib/formatMoney.ts'
import { formatDay, formatTime } from '../lib/formatTime.ts'
import { useThemeStore } from '../theme/useThemeStore.ts'
import { candleGeometry, MARGIN } from './candleGeometry.ts'
import type { ChartCandle } from './ChartCandle.ts'
import { CandleLegend } from './CandleLegend.tsx'
import { drawCandles } from './drawCandles.ts'

const Plot = styled.div`
  position: relative;
  touch-action: pan-y;

  canvas,
  svg {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
  }

  canvas {
    pointer-events: none;
  }
`

/** The last price on the scale, in CSS pixels; the scale's own labels keep clear of it. */
const TAG_HEIGHT = 18

const LABEL = { fill: 'var(--muted)', fontSize: 11, fontFamily: 'inherit' } as const

interface CandleChartProps {
  /** What is drawn, for those who do not see it: "NIFTY, 1 minute candles". */
  label: string
  /** Oldest first, at least one. */
  candles: readonly ChartCandle[]
  height: number
}

/** Candles on a canvas under visx axes. The mouse and ← → (Home, End) choose the bar whose numbers the legend shows. */
export function CandleChart({ label, candles, height }: CandleChartProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  const canvas = useRef<HTMLCanvasElement>(null)
  const [chosenTime, setChosenTime] = useState<number | null>(null)
  const [byKey, setByKey] = useState(false)
  const preset = useThemeStore((state) => state.preset)
  const geometry = useMemo(() => candleGeometry(candles, width, height), [candles, width, height])
  const { visible, plotWidth, plotHeight, x, y } = geometry
  const last = visible.length - 1
  const chosen = visible.findIndex((candle) => candle.time === chosenTime)
  const shown = visible[chosen < 0 ? last : chosen]

  useLayoutEffect(() => {
    if (canvas.current && width > 0) {
      const placement = { barWidth: geometry.barWidth, x: (i: number) => MARGIN.left + x(i), y: (price: number) => MARGIN.top + y(price) }
      drawCandles(canvas.current, width, height, visible, placement)
    }
    // preset: the canvas does not follow CSS variables by itself.
  }, [geometry, visible, x, y, width, height, preset])

  function choose(index: number, key: boolean) {
    setChosenTime(visible[Math.max(0, Math.min(last, index))]?.time ?? null)
    setByKey(key)
  }

  function onKeyDown(event: KeyboardEvent) {
    const from = chosen < 0 ? last : chosen
    const target = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key]
    if (event.key === 'Escape') setChosenTime(null)
    if (target === undefined) return
    event.preventDefault()
    choose(target, true)
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    choose(geometry.indexAt(event.clientX - box.left - MARGIN.left), false)
  }

  return (
    <div>
      {shown ? <CandleLegend candle={shown} spoken={byKey} /> : null}
      <Plot
        ref={parentRef}
        style={{ height }}
        role="img"
        tabIndex={0}
        aria-label={`${summary(label, candles)} Use the left and right arrow keys to read single candles.`}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setChosenTime(null)}
      >
        <canvas ref={canvas} />
        {width > 0 ? (
          <svg aria-hidden>
            <Group left={MARGIN.left} top={MARGIN.top}>
              <GridRows scale={y} width={plotWidth} numTicks={5} stroke="var(--line)" />
              <AxisRight
                left={plotWidth}
                scale={y}
                tickValues={y.ticks(5).filter((tick) => Math.abs(y(tick) - y(visible[last]?.close ?? Infinity)) > TAG_HEIGHT)}
                hideAxisLine
                hideTicks
                tickFormat={(value) => formatPrice(Number(value))}
                tickLabelProps={{ ...LABEL, dx: 2, dy: '0.33em' }}
              />
              <AxisBottom
                top={plotHeight}
                scale={scaleLinear<number>({ domain: [0, visible.length], range: [geometry.slot / 2, plotWidth + geometry.slot / 2] })}
                tickValues={geometry.labelled}
                hideAxisLine
                hideTicks
                tickFormat={(index, position) => timeLabel(visible, geometry.labelled[position - 1], Number(index))}
                tickLabelProps={{ ...LABEL, textAnchor: 'middle' }}
              />
              <LastPrice candle={visible[last]} y={y} plotWidth={plotWidth} />
              {chosen < 0 || !shown ? null : (
                <g stroke="var(--line-strong)" strokeDasharray="3 3">
                  <line x1={x(chosen)} x2={x(chosen)} y1={0} y2={plotHeight} />
                  <line x1={0} x2={plotWidth} y1={y(shown.close)} y2={y(shown.close)} />
                </g>
              )}
            </Group>
          </svg>
        ) : null}
      </Plot>
    </div>
  )
}

/** The time of a labelled bar, or its day where the label before belongs to another one. */
function timeLabel(visible: readonly ChartCandle[], previous: number | undefined, index: number): string {
  const at = visible[index]?.time
  if (at === undefined) return ''
  const before = previous === undefined ? undefined : visible[previous]?.time
  return before !== undefined && istDate(before) !== istDate(at) ? formatDay(at) : formatTime(at)
}

function LastPrice({ candle, y, plotWidth }: { candle: ChartCandle | undefined; y: (price: number) => number; plotWidth: number }) {
  if (!candle) return null
  const colour = candle.close >= candle.open ? 'var(--pnl-up)' : 'var(--pnl-down)'
  return (
    <g transform={`translate(0 ${y(candle.close)})`}>
      <line x2={plotWidth} stroke={colour} strokeDasharray="1 3" />
      <rect x={plotWidth + 2} y={-TAG_HEIGHT / 2} width={MARGIN.right - 4} height={TAG_HEIGHT} rx={4} fill={colour} />
      <text x={plotWidth + MARGIN.right / 2} dy="0.33em" textAnchor="middle" fontSize={11} fontWeight={650} fill="var(--ground)">
        {formatPrice(candle.close)}
      </text>
    </g>
  )
}

function summary(label: string, candles: readonly ChartCandle[]): string {
  const first = candles[0]
  const last = candles.at(-1)
  if (!first || !last) return `${label}: no candles.`
  const low = Math.min(...candles.map((candle) => candle.low))
  const high = Math.max(...candles.map((candle) => candle.high))
  return `${label} from ${formatTime(first.time)} to ${formatTime(last.time)} IST: opened at ${formatPrice(first.open)}, now ${formatPrice(last.close)}, low ${formatPrice(low)}, high ${formatPrice(high)}.`
}
