import type { ManagedMarketPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { RowScroll, RowTable } from './RowTable.ts'

/** Daily India VIX as it is stored. Days are imported as a file. */
export function VixDays({ vix: { days, from, latest } }: { vix: ManagedMarketPartsFragment['vix'] }) {
  if (from === null) return <p>No days are stored. Import a .csv file with the columns date and close.</p>
  return (
    <RowScroll>
      <p>
        {formatCount(days)} days since {from}. A .csv file with the columns date and close adds days and replaces the ones it contains.
      </p>
      <RowTable aria-label="India VIX">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Close</th>
          </tr>
        </thead>
        <tbody>
          {latest.map(({ date, close }) => (
            <tr key={date}>
              <td>{date}</td>
              <td>{close.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </RowTable>
    </RowScroll>
  )
}
