import { styled } from 'styled-components'
import type { ReportQuery } from '../../gql/generated/graphql.ts'
import { formatRate, formatSignedRupees } from '../../lib/formatMoney.ts'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'

const Lines = styled.dl`
  display: grid;
  gap: 2px;
  font-size: var(--text-sm);

  div {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    padding: 8px 0;
    border-bottom: 1px solid var(--line);
  }

  div:last-child {
    border-bottom: 0;
  }

  dt {
    color: var(--muted);
  }

  dd {
    font-weight: 550;
    white-space: nowrap;
  }

  .result {
    font-weight: 650;

    dt {
      color: var(--text);
    }
  }
`

/** How charges lead from the gross to the net result. */
export function ChargesCard({ report: { gross, charges, net, trades } }: { report: ReportQuery['report'] }) {
  return (
    <Lines>
      <div>
        <dt>Gross result</dt>
        <dd>
          <Rupees value={gross} format={formatSignedRupees} />
        </dd>
      </div>
      <div>
        <dt>Brokerage, taxes and fees</dt>
        <dd>
          <Rupees value={charges} />
        </dd>
      </div>
      <div className="result">
        <dt>Net result</dt>
        <dd>
          <ProfitLoss value={net} />
        </dd>
      </div>
      <div>
        <dt>Average charges per trade</dt>
        <dd>
          <Rupees value={charges / trades} />
        </dd>
      </div>
      <div>
        <dt>Charges as % of gross</dt>
        <dd>{formatRate(gross > 0 ? (charges / gross) * 100 : null)}</dd>
      </div>
    </Lines>
  )
}
