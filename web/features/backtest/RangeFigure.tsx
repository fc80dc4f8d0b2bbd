import { formatSignedWholeRupees, formatWholeRupees } from '../../lib/formatMoney.ts'
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
        {range.low < 0 && range.high > 0 ? ' Whether it makes money depends on them.' : ''}
      </dd>
      {range.premiumNoise > 0 && (
        <dd>
          Both ends are <Rupees value={range.premiumNoise} format={formatWholeRupees} /> wider, as real premiums move differently from
          modelled ones. This does not include stops or targets that such a move would hit or miss.
        </dd>
      )}
    </div>
  )
}
