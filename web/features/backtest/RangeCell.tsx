import { formatSignedWholeRupees, UNKNOWN } from '../../lib/formatMoney.ts'
import { Rupees } from '../../ui/Rupees.tsx'
import type { NetRange } from './readReport.ts'

/** The least and the most of a net result under other assumptions, in a cell; null: they were not tried. */
export function RangeCell({ range }: { range: NetRange | null }) {
  if (range === null) return UNKNOWN
  return (
    <>
      <Rupees value={range.low} format={formatSignedWholeRupees} /> to <Rupees value={range.high} format={formatSignedWholeRupees} />
    </>
  )
}
