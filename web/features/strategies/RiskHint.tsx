import { useQuery } from '@apollo/client/react'
import { styled } from 'styled-components'
import { INDICES, indexNamed, type IndexSymbol } from '../../../schema/market/indices.ts'
import { InstrumentsDocument } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { Sentence } from '../../ui/Sentence.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { dearestPremium, lossAtStop, type RiskTerms } from './lossAtStop.ts'

/** Rupees: roughly an at-the-money option's price midway to its expiry when the index moves by 12 to 16% a year. */
const USUAL_PREMIUMS: Readonly<Record<IndexSymbol, number>> = { NIFTY: 150, BANKNIFTY: 600, SENSEX: 450, MIDCPNIFTY: 160 }

/** Of an example on one line, in CSS pixels, with the gap above the next. */
const HEIGHT = 24

const Hint = styled.div`
  display: grid;
  gap: 6px;
  color: var(--muted);
  font-size: var(--text-xs);

  p[data-refused] {
    padding: 6px 10px;
    border-radius: var(--radius-sm);
    background: var(--warning-soft);
    color: var(--warning);
  }
`

interface RiskHintProps {
  /** As the API names them. */
  instruments: readonly string[]
  /** Null: not known, or not complete. */
  terms: RiskTerms | null
  /** Per cent of the paper funds that the risk is, where it was set so. */
  ofFunds: number | null
}

/**
 * What one lot of each instrument would lose at its stop, and whether the risk allows it: a warning before saving a strategy that never
 * trades.
 */
export function RiskHint({ instruments, terms, ofFunds }: RiskHintProps) {
  const { data, error } = useQuery(InstrumentsDocument)
  const indices = instruments.map(indexNamed).filter((index) => index !== null)
  const lots = new Map(data?.instruments.map(({ symbol, lot }) => [indexNamed(symbol), lot]))
  if (terms === null || indices.length === 0 || error)
    return (
      <Hint>
        <p>Nothing is bought when one lot would lose more at its stop than the risk.</p>
      </Hint>
    )
  const risk = ofFunds === null ? rupees(terms.risk) : `${rupees(terms.risk)} (${ofFunds}% of your paper funds)`
  return (
    <Hint>
      <p>
        <Sentence text={`One lot may lose at most ${risk} at its stop of ${stopText(terms)}. For example:`} />
      </p>
      {data ? null : <Skeleton $height={indices.length * HEIGHT} />}
      {indices.map((index) => {
        const lot = lots.get(index)
        return lot === undefined ? null : <Example key={index} {...{ index, lot, terms }} />
      })}
    </Hint>
  )
}

function Example({ index, lot, terms }: { index: IndexSymbol; lot: number; terms: RiskTerms }) {
  const premium = USUAL_PREMIUMS[index]
  const loss = lossAtStop(premium, lot, terms)
  const dearest = dearestPremium(lot, terms)
  const isRefused = loss > terms.risk
  return (
    <p data-refused={isRefused || undefined}>
      <Sentence
        text={
          `At a premium of about ${rupees(premium)}, one lot of ${INDICES[index].label} (${lot}) loses ${rupees(Math.ceil(loss - 1e-6))}` +
          `${isRefused ? ', so such a trade is refused' : ''}. ${dearest === null ? 'Any premium fits.' : `Premiums up to about ${rupees(dearest)} fit.`}`
        }
      />
    </p>
  )
}

function stopText({ stopLoss: { unit, value }, lots, sizeByRisk }: RiskTerms): string {
  if (unit === 'PERCENT') return `${value}%`
  return lots === 1 || sizeByRisk ? rupees(value) : `${rupees(value)} for ${lots} lots`
}

const rupees = (amount: number) => `₹${formatCount(Math.floor(amount))}`
