import { styled } from 'styled-components'
import type { LiveReadinessQuery } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { formatTime } from '../../lib/formatTime.ts'
import { Rupees } from '../../ui/Rupees.tsx'

const Facts = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 6px 16px;
  margin: 0;
  font-size: var(--text-sm);

  dt {
    color: var(--muted);
  }

  dd {
    margin: 0;
    font-weight: 600;
    text-align: right;
  }
`

const Sizes = styled.table`
  width: 100%;
  margin: 12px 0;
  border-collapse: collapse;
  font-size: var(--text-xs);

  th,
  td {
    padding: 4px 0;
    text-align: right;
    vertical-align: bottom;
  }

  thead th {
    color: var(--muted);
    font-weight: 400;
  }

  th:first-child {
    text-align: left;
  }

  td {
    font-weight: 600;
  }
`

/** What a live trade would be, and what bounds it. An amount that is not known is "—". */
export function LiveNumbers({ readiness }: { readiness: LiveReadinessQuery['liveReadiness'] }) {
  const { version, lots, windowStart, windowEnd, sizes, funds, fundsAt, maxDailyLoss, maxOpenTrades } = readiness
  return (
    <>
      <Facts>
        <dt>Version</dt>
        <dd>{version}</dd>
        <dt>Lots per trade</dt>
        <dd>{lots}</dd>
        <dt>Trading window</dt>
        <dd>
          {windowStart} – {windowEnd} IST
        </dd>
        <dt>Broker funds{fundsAt === null ? '' : `, as of ${formatTime(fundsAt)}`}</dt>
        <dd>
          <Rupees value={funds} />
        </dd>
        <dt>Daily loss limit</dt>
        <dd>
          <Rupees value={maxDailyLoss} />
        </dd>
        <dt>Maximum open live trades</dt>
        <dd>{maxOpenTrades}</dd>
      </Facts>
      <Sizes aria-label="Trade size by index">
        <thead>
          <tr>
            <th scope="col">Index</th>
            <th scope="col">Units</th>
            <th scope="col">Last premium</th>
            <th scope="col">Loss at the stop</th>
          </tr>
        </thead>
        <tbody>
          {sizes.map(({ instrument, units, premium, lossAtStop }) => (
            <tr key={instrument}>
              <th scope="row">{instrument}</th>
              <td>{formatCount(units)}</td>
              <td>
                <Rupees value={premium} />
              </td>
              <td>
                <Rupees value={lossAtStop} />
              </td>
            </tr>
          ))}
        </tbody>
      </Sizes>
    </>
  )
}
