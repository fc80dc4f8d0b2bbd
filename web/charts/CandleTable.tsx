import { useState } from 'react'
import { styled } from 'styled-components'
import { formatCount, formatPrice, formatSignedRupees, UNKNOWN } from '../lib/formatMoney.ts'
import { formatDate, formatTime } from '../lib/formatTime.ts'
import { Button } from '../ui/Button.ts'
import type { ChartCandle } from './ChartCandle.ts'
import { TableScroller } from './TableScroller.ts'
import type { PlacedMarker } from './TradeMarker.ts'

/** Rows shown at first, and added with each press for more. */
const PAGE = 200

const Scroller = styled(TableScroller)`
  position: absolute;
  inset: 0;

  .words {
    text-align: left;
    font-weight: 500;
  }
`

interface CandleTableProps {
  label: string
  candles: readonly ChartCandle[]
  markers: readonly PlacedMarker[]
}

/** The bars of a chart as a table, newest first, with the text of their markers. */
export function CandleTable({ label, candles, markers }: CandleTableProps) {
  const [rows, setRows] = useState(PAGE)
  const texts = markerTexts(markers, candles.length)
  const oldest = Math.max(0, candles.length - rows)
  return (
    <Scroller tabIndex={0} role="region" aria-label={`${label}, table`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time (IST)</th>
            <th scope="col">Open</th>
            <th scope="col">High</th>
            <th scope="col">Low</th>
            <th scope="col">Close</th>
            <th scope="col">Volume</th>
            {markers.length > 0 ? (
              <th scope="col" className="words">
                Trades and signals
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {candles
            .slice(oldest)
            .map((candle, i) => (
              <tr key={candle.time}>
                <th scope="row">
                  {formatDate(candle.time)} {formatTime(candle.time)}
                </th>
                <td>{formatPrice(candle.open)}</td>
                <td>{formatPrice(candle.high)}</td>
                <td>{formatPrice(candle.low)}</td>
                <td>{formatPrice(candle.close)}</td>
                <td>{candle.volume > 0 ? formatCount(candle.volume) : UNKNOWN}</td>
                {markers.length > 0 ? <td className="words">{texts.get(oldest + i)?.join('; ')}</td> : null}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
      {oldest > 0 ? (
        <Button $look="quiet" type="button" onClick={() => setRows(rows + PAGE)}>
          Show {Math.min(PAGE, oldest)} earlier candles
        </Button>
      ) : null}
    </Scroller>
  )
}

/** The events of each bar, by its index. */
function markerTexts(markers: readonly PlacedMarker[], count: number): ReadonlyMap<number, readonly string[]> {
  const texts = new Map<number, string[]>()
  const add = (position: number, text: string) => {
    const index = Math.min(count - 1, Math.floor(position))
    texts.set(index, [...(texts.get(index) ?? []), text])
  }
  for (const { marker, entry, exit } of markers) {
    if (marker.kind === 'signal') add(entry.position, [marker.title, ...marker.details].join(', '))
    else add(entry.position, `Entry: ${marker.title}`)
    if (marker.kind === 'trade' && exit) add(exit.position, `Exit: ${marker.title}, ${formatSignedRupees(marker.profit)}`)
  }
  return texts
}
