import { styled } from 'styled-components'
import { formatPrice } from '../lib/formatMoney.ts'
import { formatDate, formatTime } from '../lib/formatTime.ts'
import type { ChartCandle } from './ChartCandle.ts'

const Scroller = styled.div`
  overflow: auto;

  table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--text-sm);
  }

  th,
  td {
    padding: 6px 10px;
    border-bottom: 1px solid var(--line);
    text-align: right;
    white-space: nowrap;
  }

  th:first-child {
    text-align: left;
    font-weight: 500;
  }

  thead th {
    position: sticky;
    top: 0;
    background: var(--surface);
    color: var(--muted);
  }
`

/** The bars of a chart in words and numbers, newest first. */
export function CandleTable({ label, candles, height }: { label: string; candles: readonly ChartCandle[]; height: number }) {
  return (
    <Scroller style={{ height }} tabIndex={0} role="region" aria-label={`${label}, table`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time (IST)</th>
            <th scope="col">Open</th>
            <th scope="col">High</th>
            <th scope="col">Low</th>
            <th scope="col">Close</th>
          </tr>
        </thead>
        <tbody>
          {candles.toReversed().map((candle) => (
            <tr key={candle.time}>
              <th scope="row">
                {formatDate(candle.time)} {formatTime(candle.time)}
              </th>
              <td>{formatPrice(candle.open)}</td>
              <td>{formatPrice(candle.high)}</td>
              <td>{formatPrice(candle.low)}</td>
              <td>{formatPrice(candle.close)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}
