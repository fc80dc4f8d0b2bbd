import { AxisBottom, AxisRight } from '@visx/axis'
import { Group } from '@visx/group'
import { useParentSize } from '@visx/responsive'
import { useMemo, useState } from 'react'
import { styled } from 'styled-components'
import { DAY, MINUTE } from '../../schema/time.ts'
import { formatCount } from '../lib/formatMoney.ts'
import { formatClock, formatDate, formatDayMonth, formatTime } from '../lib/formatTime.ts'
import { Button } from '../ui/Button.ts'
import { COUNT_MARGIN, countGeometry, totalOf, type CountBar, type CountRange } from './countGeometry.ts'
import { TableScroller } from './TableScroller.ts'
import { useChosenPoint } from './useChosenPoint.ts'

const Head = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: 8px;
  min-height: 44px;
  color: var(--muted);
  font-size: var(--text-xs);
  line-height: 20px;

  b {
    color: var(--text);
    font-weight: 600;
  }
`

const Kinds = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 0 14px;
  padding: 0;
  list-style: none;

  i {
    display: inline-block;
    width: 9px;
    height: 9px;
    margin-right: 5px;
    border-radius: 2px;
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
    overflow: visible;
  }
`

/** What a kind is drawn in, from the ground up: the other marks of a plot are none of them. */
const COLOURS = ['var(--series-1)', 'var(--series-5)', 'var(--series-3)'] as const
const LABEL = { fill: 'var(--muted)', fontSize: 11, fontFamily: 'inherit' } as const

interface CountChartProps extends CountRange {
  /** The accessible name: "Orders by the second". */
  label: string
  /** What is counted, each drawn on the one before; at most three. */
  kinds: readonly string[]
  /** Oldest first, at least one; nothing was counted in between. */
  bars: readonly CountBar[]
  height?: number
}

/**
 * Counts in time as bars below the line of their limit, kind upon kind. The mouse and ← → (Home, End) choose the bar whose numbers are shown; a table shows
 * the same numbers on demand.
 */
export function CountChart({ label, kinds, bars, from, until, ms, limit, height = 220 }: CountChartProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 })
  const [asTable, setAsTable] = useState(false)
  const geometry = useMemo(
    () => countGeometry(bars, { from, until, ms, limit }, width, height),
    [bars, from, until, ms, limit, width, height],
  )
  const { at, chosen, byKey, onKeyDown, onPointerMove, release } = useChosenPoint(bars.length, COUNT_MARGIN.left, geometry.indexAt)
  const bar = bars[at]

  return (
    <div>
      <Head>
        <div aria-live={byKey ? 'polite' : 'off'}>
          {bar ? (
            <>
              {formatBar(bar, ms)} IST:{' '}
              <b>
                {formatCount(totalOf(bar))} of {formatCount(limit)}
              </b>
            </>
          ) : null}
          <Kinds>
            {kinds.map((kind, i) => (
              <li key={kind}>
                <i aria-hidden style={{ background: COLOURS[i] }} />
                {kind}: {formatCount(bar?.counts[i] ?? 0)}
              </li>
            ))}
          </Kinds>
        </div>
        <Button $look="quiet" type="button" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          View as {asTable ? 'chart' : 'table'}
        </Button>
      </Head>
      {asTable ? (
        <TableScroller style={{ height }} tabIndex={0} role="region" aria-label={`${label}, table`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Time (IST)</th>
                {kinds.map((kind) => (
                  <th key={kind} scope="col">
                    {kind}
                  </th>
                ))}
                <th scope="col">Together</th>
                <th scope="col">Limit</th>
              </tr>
            </thead>
            <tbody>
              {bars.toReversed().map((each) => (
                <tr key={each.time}>
                  <th scope="row">{formatBar(each, ms)}</th>
                  {kinds.map((kind, i) => (
                    <td key={kind}>{formatCount(each.counts[i] ?? 0)}</td>
                  ))}
                  <td>{formatCount(totalOf(each))}</td>
                  <td>{formatCount(limit)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroller>
      ) : (
        <Plot
          ref={parentRef}
          style={{ height }}
          role="img"
          tabIndex={0}
          aria-label={`${label}: at most ${formatCount(Math.max(...bars.map(totalOf)))}, the limit is ${formatCount(limit)}. Use the left and right arrow keys to step through bars.`}
          onKeyDown={onKeyDown}
          onPointerMove={onPointerMove}
          onPointerLeave={release}
        >
          {width > 0 ? <Picture {...{ bars, limit, geometry, width, height }} chosen={chosen} withinADay={until - from <= DAY} /> : null}
        </Plot>
      )}
    </div>
  )
}

interface PictureProps {
  bars: readonly CountBar[]
  limit: number
  geometry: ReturnType<typeof countGeometry>
  width: number
  height: number
  /** Index of the bar the mouse or a key has chosen. */
  chosen: number | null
  withinADay: boolean
}

function Picture({ bars, limit, geometry, width, height, chosen, withinADay }: PictureProps) {
  const { plotWidth, plotHeight, x, y, barWidth, labelled } = geometry
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`}>
      <Group left={COUNT_MARGIN.left} top={COUNT_MARGIN.top}>
        <line x2={plotWidth} y1={plotHeight} y2={plotHeight} stroke="var(--line-strong)" />
        {bars.map((bar, i) => (
          <g key={bar.time} opacity={chosen === null || chosen === i ? 1 : 0.45}>
            {stacked(bar).map(({ below, count }, kind) => (
              <rect
                key={COLOURS[kind]}
                x={x(bar.time)}
                y={y(below + count)}
                width={barWidth}
                height={y(below) - y(below + count)}
                fill={COLOURS[kind]}
              />
            ))}
            {totalOf(bar) > limit ? (
              <line
                x1={x(bar.time)}
                x2={x(bar.time) + barWidth}
                y1={y(totalOf(bar))}
                y2={y(totalOf(bar))}
                stroke="var(--danger)"
                strokeWidth={3}
              />
            ) : null}
          </g>
        ))}
        <line x2={plotWidth} y1={y(limit)} y2={y(limit)} stroke="var(--warning)" strokeDasharray="4 3" />
        <AxisRight
          left={plotWidth}
          scale={y}
          tickValues={[0, limit]}
          hideAxisLine
          hideTicks
          tickFormat={(value) => formatCount(Number(value))}
          tickLabelProps={{ ...LABEL, dx: 2, dy: '0.33em' }}
        />
        <AxisBottom
          top={plotHeight}
          scale={x}
          tickValues={labelled}
          hideAxisLine
          hideTicks
          tickFormat={(time) => (withinADay ? formatTime(Number(time)) : formatDayMonth(Number(time)))}
          tickLabelProps={{ ...LABEL, textAnchor: 'middle' }}
        />
      </Group>
    </svg>
  )
}

/** Each kind of a bar with what lies below it. */
function stacked({ counts }: CountBar): { below: number; count: number }[] {
  return counts.map((count, kind) => ({ below: counts.slice(0, kind).reduce((sum, each) => sum + each, 0), count }))
}

/** A bar's time: with seconds where it is that short. */
function formatBar({ time }: CountBar, ms: number): string {
  return `${formatDate(time)} ${ms < MINUTE ? formatClock(time) : formatTime(time)}`
}
