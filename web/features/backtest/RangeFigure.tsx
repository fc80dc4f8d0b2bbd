import { formatSignedWholeRupees } from '../../lib/formatMoney.ts'
import { Rupees } from '../../ui/Rupees.tsx'
import type { NetRange } from './readReport.ts'

/** The range beside the net result: its values under other assumptions. */
export function RangeFigure({ range }: { range: NetRange }) {
  const amount = (value: number) => <Rupees value={value} format={formatSignedWholeRupees} />
  return (
    <div className="wide">
      <dt>Net under other assumptions</dt>
      <dd>
        {amount(range.low)} to {amount(range.high)}
      </dd>
      <dd>
        {amount(range.lowerVolatility)} with the model&apos;s volatility 4 points lower, {amount(range.higherVolatility)} with 4 points
        higher, {amount(range.doubleSlippage)} at twice the slippage.
        {range.low < 0 && range.high > 0 ? ' Whether it gains depends on them.' : ''}
      </dd>
    </div>
  )
}
