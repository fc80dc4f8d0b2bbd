import { formatCount, formatPrice, formatSignedRupees } from '../../lib/formatMoney.ts'
import { formatDayMonth, formatTime } from '../../lib/formatTime.ts'
import type { LegView } from '../../ui/LegList.tsx'
import { Own } from '../../ui/Own.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'

/** A leg below its position in the table of running trades; a closed one says when it was closed, and why. */
export function LegRow({ leg }: { leg: LegView }) {
  const { closed } = leg
  const live = closed ? '' : ' live-price'
  const ending = closed ? `closed ${formatTime(closed.at)}, ${closed.reason}` : null
  return (
    <tr className={closed ? 'leg closed' : 'leg'}>
      <td className="choice" />
      <th scope="row" className="contract" title={leg.symbol}>
        {leg.contract}
        {leg.expiry === null ? '' : `, ${formatDayMonth(leg.expiry)}`}
      </th>
      <td className="strategy" />
      <td className="side">{leg.side}</td>
      <td className="lots number">
        <Own text={formatCount(leg.lots)} />
      </td>
      <td className="entry number">
        <Own text={formatPrice(leg.entry)} />
      </td>
      <td className={`ltp number${live}`}>{formatPrice(leg.last)}</td>
      <td className={`net number${live}`}>
        <ProfitLoss value={leg.net} />
      </td>
      <td className={`gross number${live}`}>
        <Rupees value={leg.pnl} format={formatSignedRupees} />
      </td>
      <td className="levels" colSpan={3} title={ending ?? undefined}>
        {ending ?? (
          <>
            Stop <Own text={formatPrice(leg.stopLoss)} /> · target <Own text={formatPrice(leg.target)} />
          </>
        )}
      </td>
    </tr>
  )
}
