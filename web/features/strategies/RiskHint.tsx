import { useQuery } from '@apollo/client/react'
import { styled } from 'styled-components'
import { INDICES, indexNamed, type IndexSymbol } from '../../../schema/market/indices.ts'
import { InstrumentsDocument, type InstrumentsQuery } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { Sentence } from '../../ui/Sentence.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { dearestPremium, lossAtStop, type RiskTerms } from './lossAtStop.ts'

/** Where nothing of today is known, rupees: roughly an at-the-money option's price midway to its expiry when the index moves by 12 to 16% a year. */
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
  // Premiums are of the moment; lots and expiries hardly change, and may come from the cache meanwhile.
  const { data, error } = useQuery(InstrumentsDocument, { fetchPolicy: 'cache-and-network' })
  const indices = instruments.map(indexNamed).filter((index) => index !== null)
  const known = new Map(data?.instruments.map((instrument) => [indexNamed(instrument.symbol), instrument]))
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
        const instrument = known.get(index)
        return instrument === undefined ? null : <Example key={index} {...{ index, instrument, terms }} />
      })}
    </Hint>
  )
}

interface ExampleProps {
  readonly index: IndexSymbol
  readonly instrument: InstrumentsQuery['instruments'][number]
  readonly terms: RiskTerms
}

function Example({ index, instrument: { lot, callPremium, putPremium }, terms }: ExampleProps) {
  const dearest = dearestPremium(lot, terms)
  const fits = dearest === null ? 'Any premium fits.' : `Premiums up to about ${rupees(dearest)} fit.`
  const name = `one lot of ${INDICES[index].label} (${lot})`
  const lossOf = (premium: number) => rupees(Math.ceil(lossAtStop(premium, lot, terms) - 1e-6))
  const isRefused = (premium: number) => lossAtStop(premium, lot, terms) > terms.risk
  if (callPremium === null || putPremium === null) {
    const premium = USUAL_PREMIUMS[index]
    const refusal = isRefused(premium) ? ', so such a trade is refused' : ''
    return (
      <Line
        refused={isRefused(premium)}
        text={`At a premium of about ${rupees(premium)}, ${name} loses ${lossOf(premium)}${refusal}. ${fits}`}
      />
    )
  }
  const refused = [isRefused(callPremium) ? 'calls' : null, isRefused(putPremium) ? 'puts' : null].filter((side) => side !== null)
  const refusal = refused.length === 0 ? '' : `, so ${refused.join(' and ')} are refused`
  return (
    <Line
      refused={refused.length > 0}
      text={
        `Today ${name} loses ${lossOf(callPremium)} on a call at ${rupees(callPremium)} and ${lossOf(putPremium)} on a put at ` +
        `${rupees(putPremium)}${refusal}. ${fits}`
      }
    />
  )
}

function Line({ refused, text }: { refused: boolean; text: string }) {
  return (
    <p data-refused={refused || undefined}>
      <Sentence text={text} />
    </p>
  )
}

function stopText({ stopLoss: { unit, value }, lots, sizeByRisk }: RiskTerms): string {
  if (unit === 'PERCENT') return `${value}%`
  return lots === 1 || sizeByRisk ? rupees(value) : `${rupees(value)} for ${lots} lots`
}

const rupees = (amount: number) => `₹${formatCount(Math.floor(amount))}`
