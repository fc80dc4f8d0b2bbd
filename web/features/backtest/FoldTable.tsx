import { formatCount, formatRatio, formatShare } from '../../lib/formatMoney.ts'
import { formatDates } from '../../lib/formatTime.ts'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { RangeCell } from './RangeCell.tsx'
import type { WalkForward } from './readSearch.ts'
import { SearchTable } from './SearchTable.ts'

/** The folds of a walk-forward in order: the best plan in training, and its validation. */
export function FoldTable({ folds }: Pick<WalkForward, 'folds'>) {
  return (
    <SearchTable tabIndex={0} role="region" aria-label="Folds">
      <table>
        <caption>{formatCount(folds.length)} hypothetical folds, in their order</caption>
        <thead>
          <tr>
            <th scope="col">Validated on</th>
            <th scope="col">Best in training</th>
            <th scope="col">Net in training</th>
            <th scope="col">Net out of sample</th>
            <th scope="col">Net out of sample, under other assumptions</th>
            <th scope="col">Trades out of sample</th>
            <th scope="col">Win rate out of sample</th>
            <th scope="col">Profit factor out of sample</th>
          </tr>
        </thead>
        <tbody>
          {folds.map(({ validate: [from, to], variant, trained, validated, range }) => (
            <tr key={from}>
              <td>{formatDates(from, to)}</td>
              <td>{variant}</td>
              <td>
                <ProfitLoss value={trained.net} />
              </td>
              <td>
                <ProfitLoss value={validated.net} />
              </td>
              <td>
                <RangeCell range={range} />
              </td>
              <td>{formatCount(validated.trades)}</td>
              <td>{formatShare(validated.winRate)}</td>
              <td>{formatRatio(validated.profitFactor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SearchTable>
  )
}
