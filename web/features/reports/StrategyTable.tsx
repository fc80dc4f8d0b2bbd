import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths } from '../../../schema/paths.ts'
import type { ReportQuery } from '../../gql/generated/graphql.ts'
import { formatCount, formatRate, formatSignedRupees } from '../../lib/formatMoney.ts'
import { media } from '../../theme/media.ts'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: var(--text-sm);

  th,
  td {
    padding: 10px 8px;
    border-bottom: 1px solid var(--line);
    text-align: right;
    white-space: nowrap;
  }

  thead th {
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 500;
  }

  th:first-child {
    text-align: left;
    white-space: normal;
  }

  tbody th {
    font-weight: 550;
  }

  tfoot th,
  tfoot td {
    border-bottom: 0;
    font-weight: 650;
  }

  tr {
    break-inside: avoid;
  }

  thead {
    display: table-header-group;
  }

  tfoot {
    display: table-row-group;
  }

  /* A row becomes a card, with the name and the net on top. */
  ${media.phone} {
    &,
    tbody,
    tfoot {
      display: block;
    }

    thead {
      display: none;
    }

    tr {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 4px 8px;
      padding: 10px 0;
      border-bottom: 1px solid var(--line);
    }

    tfoot tr {
      border-bottom: 0;
    }

    th,
    td {
      padding: 0;
      border: 0;
      text-align: left;
    }

    th:first-child {
      grid-row: 1;
      grid-column: 1;
    }

    td:last-child {
      grid-row: 1;
      grid-column: 2;
      font-weight: 600;
      text-align: right;
    }

    td:not(:last-child)::before {
      display: block;
      color: var(--muted);
      font-size: var(--text-xs);
      font-weight: 400;
      content: attr(data-name);
    }
  }
`

/** The results of each strategy's trades, the best net first, and their total. */
export function StrategyTable({ report }: { report: ReportQuery['report'] }) {
  return (
    <Table role="table" aria-label="By strategy">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            Strategy
          </th>
          <th role="columnheader" scope="col">
            Trades
          </th>
          <th role="columnheader" scope="col">
            Win rate
          </th>
          <th role="columnheader" scope="col">
            Gross
          </th>
          <th role="columnheader" scope="col">
            Charges
          </th>
          <th role="columnheader" scope="col">
            Net
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {report.strategies.map((part) => (
          <tr key={part.strategyId} role="row">
            <th role="rowheader" scope="row">
              <Link to={paths.strategy(part.strategyId)}>{part.strategy}</Link>
            </th>
            <Sums sums={part} />
          </tr>
        ))}
      </tbody>
      <tfoot role="rowgroup">
        <tr role="row">
          <th role="rowheader" scope="row">
            All
          </th>
          <Sums sums={report} />
        </tr>
      </tfoot>
    </Table>
  )
}

type Part = Pick<ReportQuery['report'], 'trades' | 'winRate' | 'gross' | 'charges' | 'net'>

function Sums({ sums: { trades, winRate, gross, charges, net } }: { sums: Part }) {
  return (
    <>
      <td role="cell" data-name="Trades">
        {formatCount(trades)}
      </td>
      <td role="cell" data-name="Win rate">
        {formatRate(winRate)}
      </td>
      <td role="cell" data-name="Gross">
        <Rupees value={gross} format={formatSignedRupees} />
      </td>
      <td role="cell" data-name="Charges">
        <Rupees value={charges} />
      </td>
      <td role="cell" data-name="Net">
        <ProfitLoss value={net} />
      </td>
    </>
  )
}
