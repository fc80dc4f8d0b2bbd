import { useAmountsHidden } from '../lib/amountsHidden.ts'
import { formatRupees } from '../lib/formatMoney.ts'
import { Amount } from './Amount.tsx'

interface RupeesProps {
  /** Rupees; null is "—". */
  value: number | null
  format?: (value: number | null) => string
}

/** An amount in rupees. While amounts are hidden it is seen as `₹••••` and heard as "hidden". */
export function Rupees({ value, format = formatRupees }: RupeesProps) {
  const hidden = useAmountsHidden()
  return <Amount text={format(value)} hidden={hidden && value !== null} />
}
