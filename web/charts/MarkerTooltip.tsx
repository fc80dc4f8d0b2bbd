import { styled } from 'styled-components'
import { formatSignedRupees } from '../lib/formatMoney.ts'
import { profitToken } from './drawMarkers.ts'
import { MARGIN, type CandleGeometry } from './candleGeometry.ts'
import type { PlacedMarker } from './TradeMarker.ts'
import { Rupees } from '../ui/Rupees.tsx'
import { Sentence } from '../ui/Sentence.tsx'

const WIDTH = 230

const Box = styled.div`
  position: absolute;
  z-index: 2;
  width: ${WIDTH}px;
  padding: 8px 10px;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius-sm);
  background: var(--overlay);
  font-size: var(--text-xs);
  line-height: 1.45;
  pointer-events: none;

  strong {
    display: block;
  }
`

const Profit = styled.b<{ $token: string }>`
  color: var(${({ $token }) => $token});
`

/** A marker's text, beside its entry; read out when chosen by key. */
export function MarkerTooltip({ placed, geometry }: { placed: PlacedMarker; geometry: CandleGeometry }) {
  const { marker, entry } = placed
  const x = geometry.x(entry.position) + MARGIN.left
  const isRight = x + 12 + WIDTH > geometry.plotWidth
  const left = Math.max(0, isRight ? x - 12 - WIDTH : x + 12)
  const y = geometry.price.y(entry.level) + MARGIN.top
  const isLow = y > geometry.plotHeight / 2
  return (
    <Box style={{ left, ...(isLow ? { bottom: `calc(100% - ${y}px + 10px)` } : { top: y + 10 }) }} role="status">
      <strong>{marker.title}</strong>
      {marker.kind === 'trade' ? (
        <Profit $token={profitToken(marker.profit)}>
          {marker.profit === null || marker.profit === 0 ? '' : marker.profit > 0 ? '▲ ' : '▼ '}
          <Rupees value={marker.profit} format={formatSignedRupees} />
        </Profit>
      ) : null}
      {marker.details.map((line) => (
        <div key={line}>
          <Sentence text={line} />
        </div>
      ))}
    </Box>
  )
}
