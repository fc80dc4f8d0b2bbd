import { Fragment } from 'react'
import { styled } from 'styled-components'
import type { LiveReadinessQuery } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { formatTime } from '../../lib/formatTime.ts'
import { Rupees } from '../../ui/Rupees.tsx'

const Numbers = styled.dl`
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

/** What a live trade would be, and what bounds it. An amount that is not known is "—". */
export function LiveNumbers({ readiness }: { readiness: LiveReadinessQuery['liveReadiness'] }) {
  const { version, lots, sizes, funds, fundsAt, maxDailyLoss, maxOpenTrades } = readiness
  return (
    <Numbers>
      <dt>Version</dt>
      <dd>{version}</dd>
      <dt>Lots per trade</dt>
      <dd>{lots}</dd>
      {sizes.map(({ instrument, units, premium, lossAtStop }) => (
        <Fragment key={instrument}>
          <dt>{instrument}: units</dt>
          <dd>{formatCount(units)}</dd>
          <dt>{instrument}: premium, by its last trade</dt>
          <dd>
            <Rupees value={premium} />
          </dd>
          <dt>{instrument}: loss at the stop, before charges</dt>
          <dd>
            <Rupees value={lossAtStop} />
          </dd>
        </Fragment>
      ))}
      <dt>Funds at the broker{fundsAt === null ? '' : `, asked at ${formatTime(fundsAt)}`}</dt>
      <dd>
        <Rupees value={funds} />
      </dd>
      <dt>Live entries stop at a loss of the day of</dt>
      <dd>
        <Rupees value={maxDailyLoss} />
      </dd>
      <dt>Live trades open at once, at most</dt>
      <dd>{maxOpenTrades}</dd>
    </Numbers>
  )
}
