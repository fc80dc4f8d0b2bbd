import { useId } from 'react'
import { styled } from 'styled-components'
import { formatPrice } from '../../lib/formatMoney.ts'
import { payoffText, type LotEntry } from './lotTexts.ts'

/** Of the drawing, in its own units; it is stretched to the width there is. */
const [WIDTH, HEIGHT] = [300, 88]
const PADDING = 6

const Frame = styled.figure`
  margin: 0;

  svg {
    display: block;
    width: 100%;
    height: ${HEIGHT}px;
    border-radius: var(--radius-sm);
    background: var(--raised);
  }

  line,
  path {
    vector-effect: non-scaling-stroke;
  }

  figcaption {
    margin-top: 4px;
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

const Scale = styled.div`
  display: flex;
  justify-content: space-between;
  margin-top: 2px;
  color: var(--muted);
  font-size: var(--text-xs);
`

interface PayoffSketchProps {
  entry: LotEntry
  instrument: string
  indexPrice: number
}

/** What a position earns at expiry by the index price then: above the line it gains, below it loses; the upright is the index now. */
export function PayoffSketch({ entry, instrument, indexPrice }: PayoffSketchProps) {
  const clip = useId()
  const { payoff } = entry
  const [first, last] = [payoff[0], payoff.at(-1)]
  if (!first || !last) return null
  const grosses = payoff.map(({ gross }) => gross)
  const [least, most] = [Math.min(0, ...grosses), Math.max(0, ...grosses)]
  const x = (price: number) => ((price - first.indexPrice) / (last.indexPrice - first.indexPrice)) * WIDTH
  const y = (gross: number) => PADDING + ((most - gross) / (most - least || 1)) * (HEIGHT - 2 * PADDING)
  const zero = y(0)
  const line = payoff.map((point, i) => `${i === 0 ? 'M' : 'L'}${x(point.indexPrice).toFixed(1)} ${y(point.gross).toFixed(1)}`).join('')
  const area = `${line}L${WIDTH} ${zero}L0 ${zero}Z`
  const text = payoffText(entry, instrument)
  return (
    <Frame>
      <svg role="img" aria-label={`Pay-off. ${text}`} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        <clipPath id={`${clip}-gain`}>
          <rect x={0} y={0} width={WIDTH} height={zero} />
        </clipPath>
        <clipPath id={`${clip}-loss`}>
          <rect x={0} y={zero} width={WIDTH} height={HEIGHT - zero} />
        </clipPath>
        <g clipPath={`url(#${clip}-gain)`}>
          <path d={area} fill="var(--pnl-up-soft)" />
          <path d={line} fill="none" stroke="var(--pnl-up)" strokeWidth={2} />
        </g>
        <g clipPath={`url(#${clip}-loss)`}>
          <path d={area} fill="var(--pnl-down-soft)" />
          <path d={line} fill="none" stroke="var(--pnl-down)" strokeWidth={2} strokeDasharray="5 3" />
        </g>
        <line x1={0} x2={WIDTH} y1={zero} y2={zero} stroke="var(--line-strong)" />
        <line x1={x(indexPrice)} x2={x(indexPrice)} y1={0} y2={HEIGHT} stroke="var(--muted)" strokeDasharray="2 3" />
      </svg>
      <Scale aria-hidden>
        <span>{formatPrice(first.indexPrice)}</span>
        <span>
          {instrument} now {formatPrice(indexPrice)}
        </span>
        <span>{formatPrice(last.indexPrice)}</span>
      </Scale>
      <figcaption aria-hidden>{text}</figcaption>
    </Frame>
  )
}
