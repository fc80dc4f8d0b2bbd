import { styled } from 'styled-components'
import { chargesOf } from '../lib/chargesOf.ts'
import { formatSignedRupees } from '../lib/formatMoney.ts'
import { Rupees } from './Rupees.tsx'

const Line = styled.span`
  color: var(--muted);

  small {
    font-size: var(--text-xs);
    font-weight: 400;
    letter-spacing: 0;
    white-space: nowrap;
  }
`

interface BeforeChargesProps {
  /** Rupees before charges; null is "—". */
  gross: number | null
  /** After them; left out where the charges are said beside it. */
  net?: number | null
  format?: (value: number | null) => string
}

/** Beside a net result, as large but without a colour: the profit before charges, and how much the charges are. */
export function BeforeCharges({ gross, net = null, format = formatSignedRupees }: BeforeChargesProps) {
  const charges = chargesOf(gross, net)
  return (
    <Line>
      <Rupees value={gross} format={format} />{' '}
      <small>
        {charges === null ? (
          'before charges'
        ) : (
          <>
            before <Rupees value={charges} /> charges
          </>
        )}
      </small>
    </Line>
  )
}
