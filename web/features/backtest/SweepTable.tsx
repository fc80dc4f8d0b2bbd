import { formatCount, formatRatio, formatShare, formatSignedRupees, UNKNOWN } from '../../lib/formatMoney.ts'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'
import { RangeCell } from './RangeCell.tsx'
import type { Sweep } from './readSearch.ts'
import { SearchTable } from './SearchTable.ts'

/** The variants of a sweep, best first, each beside its neighbours. */
export function SweepTable({ sweep: { variants, rankedBy } }: { sweep: Sweep }) {
  const byLuck = rankedBy === 'deflatedSharpe'
  return (
    <SearchTable tabIndex={0} role="region" aria-label="Variants">
      <table>
        <caption>{formatCount(variants.length)} hypothetical variants, the best first</caption>
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col">Net</th>
            <th scope="col">Net under other assumptions</th>
            <th scope="col">Deflated Sharpe</th>
            <th scope="col">Neighbours</th>
            <th scope="col">Trades</th>
            <th scope="col">Win rate</th>
            <th scope="col">Average trade</th>
            <th scope="col">Worst drawdown</th>
            <th scope="col">Sharpe</th>
          </tr>
        </thead>
        <tbody>
          {variants.map(({ name, metrics, range, deflatedSharpe, neighbours, standsAlone }) => (
            <tr key={name}>
              <td>
                {name}
                {standsAlone ? <small> stands alone</small> : null}
              </td>
              <td>
                <ProfitLoss value={metrics.net} />
              </td>
              <td>
                <RangeCell range={range} />
              </td>
              <td>{formatShare(deflatedSharpe)}</td>
              <td>{neighbours === null ? UNKNOWN : byLuck ? formatShare(neighbours.median) : <ProfitLoss value={neighbours.median} />}</td>
              <td>{formatCount(metrics.trades)}</td>
              <td>{formatShare(metrics.winRate)}</td>
              <td>
                <Rupees value={metrics.expectancy} format={formatSignedRupees} />
              </td>
              <td>
                <Rupees value={metrics.maxDrawdown} />
              </td>
              <td>{formatRatio(metrics.sharpe)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SearchTable>
  )
}
