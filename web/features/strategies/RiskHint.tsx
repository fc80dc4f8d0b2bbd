import { INDICES } from '../../../schema/market/indices.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { Sentence } from '../../ui/Sentence.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { Hint } from './Hint.ts'
import { dearestPremium, lossAtStop, type RiskTerms } from './lossAtStop.ts'
import { useTradedOptions, type TradedOption } from './useTradedOptions.ts'

/** Of an example on one line, in CSS pixels, with the gap above the next. */
const HEIGHT = 24

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
  const { indices, options, failed } = useTradedOptions(instruments)
  if (terms === null || indices.length === 0 || failed)
    return (
      <Hint>
        <p>A trade is skipped when one lot would lose more at its stop than this risk.</p>
      </Hint>
    )
  const risk = ofFunds === null ? rupees(terms.risk) : `${rupees(terms.risk)} (${ofFunds}% of your paper funds)`
  return (
    <Hint>
      <p>
        <Sentence text={`One lot may lose up to ${risk} at its stop of ${stopText(terms)}. For example:`} />
      </p>
      {options ? null : <Skeleton $height={indices.length * HEIGHT} />}
      {options?.map((option) => (
        <Example key={option.index} option={option} terms={terms} />
      ))}
    </Hint>
  )
}

function Example({ option: { index, lot, premium }, terms }: { option: TradedOption; terms: RiskTerms }) {
  const { call, put, isToday } = premium
  const dearest = dearestPremium(lot, terms)
  const fits = dearest === null ? 'Any premium fits.' : `Premiums up to about ${rupees(dearest)} fit.`
  const name = `one lot of ${INDICES[index].label} (${lot})`
  const lossOf = (premium: number) => rupees(Math.ceil(lossAtStop(premium, lot, terms) - 1e-6))
  const isRefused = (premium: number) => lossAtStop(premium, lot, terms) > terms.risk
  if (!isToday) {
    const refusal = isRefused(call) ? ', so such a trade is skipped' : ''
    return (
      <Line refused={isRefused(call)} text={`At a premium of about ${rupees(call)}, ${name} loses ${lossOf(call)}${refusal}. ${fits}`} />
    )
  }
  const refused = [isRefused(call) ? 'calls' : null, isRefused(put) ? 'puts' : null].filter((side) => side !== null)
  const refusal = refused.length === 0 ? '' : `, so ${refused.join(' and ')} are skipped`
  return (
    <Line
      refused={refused.length > 0}
      text={
        `Today ${name} loses ${lossOf(call)} on a call at ${rupees(call)} and ${lossOf(put)} on a put at ` +
        `${rupees(put)}${refusal}. ${fits}`
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
