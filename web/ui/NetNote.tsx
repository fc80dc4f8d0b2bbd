import { formatSignedRupees } from '../lib/formatMoney.ts'
import { Rupees } from './Rupees.tsx'

/** Beside a profit before charges what is left after them, in rupees; null is "—". */
export function NetNote({ value }: { value: number | null }) {
  return (
    <>
      net <Rupees value={value} format={formatSignedRupees} />
    </>
  )
}
