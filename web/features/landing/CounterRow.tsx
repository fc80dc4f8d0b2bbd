import { styled } from 'styled-components'
import { formatCount, formatLakhs, formatRate } from '../../lib/formatMoney.ts'
import { useLandingCounters } from './useLandingCounters.ts'

const Row = styled.dl`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 12px;
  max-width: 34rem;

  div {
    display: flex;
    flex-direction: column-reverse;
  }

  dd {
    font-size: clamp(1.375rem, 4.5vw, 2rem);
    font-weight: 680;
    letter-spacing: -0.03em;
    line-height: 1.2;
  }

  dt {
    color: var(--muted);
    font-size: var(--text-sm);
  }
`

const Honest = styled.p`
  margin-top: 10px;
  color: var(--muted);
  font-size: var(--text-xs);
`

/** The headline figures, counting up, with their disclaimer. */
export function CounterRow() {
  const { trades, successRate, profit } = useLandingCounters()
  return (
    <div>
      <Row>
        <div>
          <dt>Trades</dt>
          <dd>{formatCount(trades)}</dd>
        </div>
        <div>
          <dt>Success rate</dt>
          <dd>{formatRate(successRate)}</dd>
        </div>
        <div>
          <dt>Total P&amp;L</dt>
          <dd>{formatLakhs(profit)}</dd>
        </div>
      </Row>
      <Honest>Illustrative platform figures. They say nothing about what you will earn or lose.</Honest>
    </div>
  )
}
