import { useAmountsHidden } from '../lib/amountsHidden.ts'
import { formatRupees } from '../lib/formatMoney.ts'

interface RupeesProps {
  /** Rupees; null is "—". */
  value: number | null
  format?: (value: number | null) => string
}

/** An amount in rupees. While amounts are hidden it is seen as `₹••••` and heard as "hidden". */
export function Rupees({ value, format = formatRupees }: RupeesProps) {
  const hidden = useAmountsHidden()
  if (!hidden || value === null) return format(value)
  return (
    <>
      <span aria-hidden>{format(value)}</span>
      <span className="visually-hidden">hidden</span>
    </>
  )
}
