import { useEffect, useRef } from 'react'
import { styled } from 'styled-components'
import { drawCandles } from '../../charts/drawCandles.ts'
import { prepareCanvas } from '../../charts/prepareCanvas.ts'
import { formatPrice } from '../../lib/formatMoney.ts'
import { media } from '../../theme/media.ts'
import { Badge } from '../../ui/Badge.ts'
import { Card } from '../../ui/Card.ts'
import { TradeCard } from '../../ui/TradeCard.tsx'
import { useIllustration } from './useIllustration.ts'

const CHART_HEIGHT = 220

const Stage = styled.figure`
  position: relative;
  min-width: 0;

  figcaption {
    margin-top: 10px;
    color: var(--muted);
    font-size: var(--text-xs);
    text-align: right;
  }
`

const Chart = styled(Card)`
  padding-bottom: 120px;

  header {
    display: flex;
    align-items: baseline;
    gap: 10px;
    margin-bottom: 12px;
    font-size: var(--text-sm);
  }

  header strong {
    font-size: var(--text-xl);
    letter-spacing: -0.02em;
  }

  header span:last-child {
    margin-left: auto;
  }

  canvas {
    display: block;
    width: 100%;
    height: ${CHART_HEIGHT}px;
  }
`

const Trade = styled.div`
  width: min(22rem, calc(100% - 32px));
  margin: -150px 16px 0 auto;
  filter: drop-shadow(0 18px 40px var(--shadow));

  & > article {
    background: var(--overlay);
  }

  ${media.phone} {
    margin-right: auto;
  }
`

/** The product itself: its chart and its trade card, with made-up numbers. */
export function ProductPreview() {
  const { candles, trade } = useIllustration()
  const canvas = useRef<HTMLCanvasElement>(null)
  const level = candles.at(-1)?.close ?? null

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const width = element.clientWidth
    const lowest = Math.min(...candles.map((candle) => candle.low))
    const highest = Math.max(...candles.map((candle) => candle.high))
    const slot = width / candles.length
    const surface = prepareCanvas(element, width, CHART_HEIGHT)
    if (!surface) return
    drawCandles(surface, candles, 0, candles.length, {
      x: (index) => (index + 0.5) * slot,
      y: (price) => 4 + ((highest - price) / (highest - lowest)) * (CHART_HEIGHT - 8),
      slot,
    })
  }, [candles])

  return (
    <Stage>
      <div aria-hidden>
        <Chart as="div">
          <header>
            <span>Nifty 50</span>
            <strong>{formatPrice(level)}</strong>
            <Badge>1min</Badge>
          </header>
          <canvas ref={canvas} />
        </Chart>
        <Trade>
          <TradeCard trade={trade} />
        </Trade>
      </div>
      <figcaption>Illustration with made-up prices: the live chart and a paper trade.</figcaption>
    </Stage>
  )
}
