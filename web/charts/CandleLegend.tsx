import { styled } from 'styled-components'
import { formatCount, formatPrice, formatSignedPercent, UNKNOWN } from '../lib/formatMoney.ts'
import { formatDay, formatTime } from '../lib/formatTime.ts'
import { media } from '../theme/media.ts'
import type { ChartCandle } from './ChartCandle.ts'

const Row = styled.div<{ $rose: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-content: flex-start;
  gap: 2px 12px;
  height: 20px;
  overflow: hidden;
  color: var(--muted);
  font-size: var(--text-xs);
  line-height: 20px;

  b {
    color: ${({ $rose }) => ($rose ? 'var(--pnl-up)' : 'var(--pnl-down)')};
    font-weight: 550;
  }

  /* Two lines there, always: the chart below must not jump. */
  ${media.phone} {
    height: 42px;
  }
`

/** Open, high, low, close, volume and change of one bar; `spoken` reads it out when it changes by key. */
export function CandleLegend({ candle, spoken }: { candle: ChartCandle; spoken: boolean }) {
  const change = ((candle.close - candle.open) / candle.open) * 100
  return (
    <Row $rose={change >= 0} aria-live={spoken ? 'polite' : 'off'} aria-atomic>
      <span>
        {formatDay(candle.time)}, {formatTime(candle.time)} IST
      </span>
      <span>
        O <b>{formatPrice(candle.open)}</b>
      </span>
      <span>
        H <b>{formatPrice(candle.high)}</b>
      </span>
      <span>
        L <b>{formatPrice(candle.low)}</b>
      </span>
      <span>
        C <b>{formatPrice(candle.close)}</b>
      </span>
      <span>
        V <b>{candle.volume > 0 ? formatCount(candle.volume) : UNKNOWN}</b>
      </span>
      <b>{formatSignedPercent(change)}</b>
    </Row>
  )
}
