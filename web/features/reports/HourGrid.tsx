import { styled } from 'styled-components'
import type { ReportQuery } from '../../gql/generated/graphql.ts'
import { formatCount, formatSignedCompact, formatSignedRupees } from '../../lib/formatMoney.ts'
import { media } from '../../theme/media.ts'
import { resultTint } from './resultTint.ts'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

const Grid = styled.table<{ $weekend: boolean }>`
  width: 100%;
  border-collapse: separate;
  border-spacing: 3px;
  table-layout: fixed;
  font-size: var(--text-xs);

  th {
    color: var(--muted);
    font-weight: 500;
  }

  tr > th:first-child {
    width: 3rem;
    text-align: left;
  }

  td {
    height: 40px;
    padding: 2px;
    border-radius: var(--radius-sm);
    background: var(--raised);
    text-align: center;
    print-color-adjust: exact;
  }

  td small {
    display: block;
    font-size: 0.6875rem;
    line-height: 14px;
    white-space: nowrap;
  }

  /* Seven columns fit a phone without the word behind the number of trades. */
  ${media.phone} {
    border-spacing: 2px;

    tr > th:first-child {
      width: 2.25rem;
    }

    td {
      padding: 2px 0;
      letter-spacing: -0.03em;
    }

    td,
    td small {
      font-size: ${({ $weekend }) => ($weekend ? '0.625rem' : '0.6875rem')};
    }

    td small span {
      ${({ $weekend }) => ($weekend ? 'display: none;' : '')}
    }
  }

  tr {
    break-inside: avoid;
  }
`

/** The net by the hour and the weekday of the entry in India, coloured by how much it is; where there was no trade, it stays grey. */
export function HourGrid({ hours }: { hours: ReportQuery['report']['hours'] }) {
  const largest = Math.max(0, ...hours.map(({ net }) => Math.abs(net)))
  const weekend = hours.some(({ weekday }) => weekday > 5)
  const weekdays = weekend ? WEEKDAYS : WEEKDAYS.slice(0, 5)
  const first = Math.min(...hours.map(({ hour }) => hour))
  const last = Math.max(...hours.map(({ hour }) => hour))
  const partOf = new Map(hours.map((part) => [`${part.weekday} ${part.hour}`, part]))
  return (
    <Grid $weekend={weekend} aria-label="By weekday and hour of the entry">
      <thead>
        <tr>
          <th scope="col">IST</th>
          {weekdays.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i).map((hour) => (
          <tr key={hour}>
            <th scope="row">{String(hour).padStart(2, '0')}:00</th>
            {weekdays.map((name, i) => {
              const part = partOf.get(`${i + 1} ${hour}`)
              return part ? (
                <td key={name} style={{ background: resultTint(part.net, largest) }} title={formatSignedRupees(part.net)}>
                  {formatSignedCompact(part.net)}
                  <small>
                    {formatCount(part.trades)}
                    <span> {part.trades === 1 ? 'trade' : 'trades'}</span>
                  </small>
                </td>
              ) : (
                <td key={name}>
                  <span className="visually-hidden">No trade</span>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </Grid>
  )
}
