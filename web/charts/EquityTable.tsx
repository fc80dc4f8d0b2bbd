import { formatSignedRupees } from '../lib/formatMoney.ts'
import { formatDate, formatTime } from '../lib/formatTime.ts'
import type { EquityPoint } from './equityGeometry.ts'
import { Rupees } from '../ui/Rupees.tsx'
import { TableScroller } from './TableScroller.ts'

/** The points of an equity curve in words and numbers, newest first. */
export function EquityTable({ label, points, height }: { label: string; points: readonly EquityPoint[]; height: number }) {
  return (
    <TableScroller style={{ height }} tabIndex={0} role="region" aria-label={`${label}, table`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time (IST)</th>
            <th scope="col">Equity</th>
            <th scope="col">Drawdown</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ time, equity, drawdown }, i) => (
            <tr key={i}>
              <th scope="row">
                {formatDate(time)} {formatTime(time)}
              </th>
              <td>
                <Rupees value={equity} />
              </td>
              <td>
                <Rupees value={0 - drawdown} format={formatSignedRupees} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  )
}
