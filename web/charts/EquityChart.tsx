import { AxisBottom, AxisRight } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { Group } from '@visx/group'
import { useParentSize } from '@visx/responsive'
import { useMemo, useState } from 'react'
import { styled } from 'styled-components'
import { DAY } from '../../schema/time.ts'
import { amountsHidden } from '../lib/amountsHidden.ts'
import { formatRupees, formatSignedRupees, formatWholeRupees } from '../lib/formatMoney.ts'
import { formatDate, formatDatesWithin, formatDayMonth, formatTime } from '../lib/formatTime.ts'
import { media } from '../theme/media.ts'
import { Button } from '../ui/Button.ts'
import { Rupees } from '../ui/Rupees.tsx'
import { EQUITY_MARGIN, equityGeometry, type EquityPoint } from './equityGeometry.ts'
import { EquityTable } from './EquityTable.tsx'
import { useChosenPoint } from './useChosenPoint.ts'

const Head = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: 8px;
  min-height: 44px;

  & > :first-child {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 16px;
    color: var(--muted);
    font-size: var(--text-xs);
    line-height: 20px;
  }

  b {
    color: var(--text);
    font-weight: 600;
  }

  /* Three lines there, always: the chart below must not jump. */
  ${media.phone} {
    min-height: 64px;
  }
`

const Plot = styled.div`
  position: relative;
  touch-action: pan-y;

  svg {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    /* The first day may be written over the edge. */
    overflow: visible;
  }
`

const LABEL = { fill: 'var(--muted)', fontSize: 11, fontFamily: 'inherit' } as const

interface EquityChartProps {
  /** The accessible name: "Equity of the backtest". */
  label: string
  /** Oldest first, at least one; the account's value from that instant on. */
  points: readonly EquityPoint[]
  height?: number
}

/**
 * An account's value as steps with the drawdown from its peak below, on one time axis. The mouse and ← → (Home, End) choose the point whose
 * numbers are shown; a table shows the same numbers on demand.
 */
export function EquityChart({ label, points, height = 300 }: EquityChartProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  const [asTable, setAsTable] = useState(false)
  const geometry = useMemo(() => equityGeometry(points, width, height), [points, width, height])
  const { at, chosen, byKey, onKeyDown, onPointerMove, release } = useChosenPoint(points.length, EQUITY_MARGIN.left, geometry.indexAt)
  const point = points[at]

  return (
    <div>
      <Head>
        <div aria-live={byKey ? 'polite' : 'off'}>
          {point ? (
            <>
              <span>
                {formatDate(point.time)}, {formatTime(point.time)} IST
              </span>
              <span>
                Equity{' '}
                <b>
                  <Rupees value={point.equity} />
                </b>
              </span>
              <span>
                Drawdown{' '}
                <b>
                  <Rupees value={0 - point.drawdown} format={formatSignedRupees} />
                </b>
              </span>
            </>
          ) : null}
        </div>
        <Button $look="quiet" type="button" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          View as {asTable ? 'chart' : 'table'}
        </Button>
      </Head>
      {asTable ? (
        <EquityTable label={label} points={points} height={height} />
      ) : (
        <Plot
          ref={parentRef}
          style={{ height }}
          role="img"
          tabIndex={0}
          aria-label={`${summary(label, points)} Use the left and right arrow keys to step through points.`}
          onKeyDown={onKeyDown}
          onPointerMove={onPointerMove}
          onPointerLeave={release}
        >
          {width > 0 ? <Picture points={points} geometry={geometry} width={width} height={height} chosen={chosen} /> : null}
        </Plot>
      )}
    </div>
  )
}

interface PictureProps {
  points: readonly EquityPoint[]
  geometry: ReturnType<typeof equityGeometry>
  /** The size of the geometry; on paper, which is narrower, the picture shrinks as a whole. */
  width: number
  height: number
  /** Index of the point the mouse or a key has chosen. */
  chosen: number | null
}

function Picture({ points, geometry, width, height, chosen }: PictureProps) {
  const { plotWidth, drawdownTop, drawdownHeight, x, equityScale, drawdownScale, labelled } = geometry
  const withinADay = (points.at(-1)?.time ?? 0) - (points[0]?.time ?? 0) < DAY
  const chosenPoint = chosen === null ? undefined : points[chosen]
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`}>
      <Group left={EQUITY_MARGIN.left} top={EQUITY_MARGIN.top}>
        <GridRows scale={equityScale} width={plotWidth} numTicks={4} stroke="var(--line)" />
        <path
          d={steps(
            points.map(({ time }) => x(time)),
            points.map(({ equity }) => equityScale(equity)),
            plotWidth,
          )}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={1.75}
        />
        <AxisRight
          left={plotWidth}
          scale={equityScale}
          tickValues={equityScale.ticks(4)}
          hideAxisLine
          hideTicks
          tickFormat={(value) => formatWholeRupees(Number(value))}
          tickLabelProps={{ ...LABEL, dx: 2, dy: '0.33em' }}
        />
      </Group>
      <Group left={EQUITY_MARGIN.left} top={EQUITY_MARGIN.top + drawdownTop}>
        <line x2={plotWidth} stroke="var(--line-strong)" />
        <path
          d={`${steps(
            points.map(({ time }) => x(time)),
            points.map(({ drawdown }) => drawdownScale(-drawdown)),
            plotWidth,
          )}V0H0Z`}
          fill="var(--pnl-down-soft)"
          stroke="var(--pnl-down)"
        />
        <AxisRight
          left={plotWidth}
          scale={drawdownScale}
          tickValues={points.some(({ drawdown }) => drawdown > 0) ? drawdownScale.ticks(2) : [0]}
          hideAxisLine
          hideTicks
          tickFormat={(value) => formatWholeRupees(Number(value))}
          tickLabelProps={{ ...LABEL, dx: 2, dy: '0.33em' }}
        />
        <AxisBottom
          top={drawdownHeight}
          scale={x}
          tickValues={labelled}
          hideAxisLine
          hideTicks
          tickFormat={(time) => (withinADay ? formatTime(Number(time)) : formatDayMonth(Number(time)))}
          tickLabelProps={{ ...LABEL, textAnchor: 'middle' }}
        />
        {chosenPoint ? (
          <line
            x1={x(chosenPoint.time)}
            x2={x(chosenPoint.time)}
            y1={-drawdownTop}
            y2={drawdownHeight}
            stroke="var(--line-strong)"
            strokeDasharray="3 3"
          />
        ) : null}
      </Group>
    </svg>
  )
}

/** A line that holds each value until the next one, and the last one to the right edge. */
function steps(xs: readonly number[], ys: readonly number[], right: number): string {
  return `${xs.map((x, i) => (i === 0 ? `M${x} ${ys[i]}` : `H${x}V${ys[i]}`)).join('')}H${right}`
}

function summary(label: string, points: readonly EquityPoint[]): string {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return `${label}: nothing yet.`
  const between = `${label} ${formatDatesWithin(first.time, last.time)}`
  if (amountsHidden()) return `${between}: amounts are hidden.`
  const deepest = points.reduce((deep, { drawdown }) => Math.max(deep, drawdown), 0)
  return `${between}: from ${formatRupees(first.equity)} to ${formatRupees(last.equity)}, worst drawdown ${formatSignedRupees(0 - deepest)}.`
}
