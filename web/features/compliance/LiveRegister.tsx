import { Link } from 'react-router-dom'
import { paths } from '../../../schema/paths.ts'
import type { ComplianceQuery } from '../../gql/generated/graphql.ts'
import { formatDateTime } from '../../lib/formatTime.ts'
import { Badge } from '../../ui/Badge.ts'
import { ComplianceCard, WordTable } from './ComplianceCard.tsx'

/** Which strategies were switched to live, with which version, from when to when and by what acceptance. */
export function LiveRegister({ register }: Pick<ComplianceQuery['compliance'], 'register'>) {
  return (
    <ComplianceCard
      title="Register of live strategies"
      text="Each time a strategy was switched to live or confirmed again, and how long it stayed live."
    >
      {register.length === 0 ? (
        <p role="status">You have not switched any strategy to live.</p>
      ) : (
        <WordTable aria-label="Register of live strategies, table">
          <table>
            <thead>
              <tr>
                <th scope="col">Strategy</th>
                <th scope="col">Version</th>
                <th scope="col">Lots</th>
                <th scope="col">Since (IST)</th>
                <th scope="col">Until (IST)</th>
                <th scope="col">Accepted</th>
              </tr>
            </thead>
            <tbody>
              {register.map((entry) => (
                <tr key={`${entry.strategyId} ${entry.since}`}>
                  <th scope="row">
                    <Link to={paths.strategy(entry.strategyId)}>{entry.strategy}</Link>
                  </th>
                  <td>{entry.version}</td>
                  <td>{entry.lots}</td>
                  <td>{formatDateTime(entry.since)}</td>
                  <td>{entry.until === null ? <Badge $tone="live">LIVE</Badge> : formatDateTime(entry.until)}</td>
                  <td>{acceptance(entry)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </WordTable>
      )}
    </ComplianceCard>
  )
}

function acceptance({ riskTextVersion, riskTextAcceptedAt }: ComplianceQuery['compliance']['register'][number]): string {
  if (riskTextVersion === null || riskTextAcceptedAt === null) return 'Typed LIVE; no accepted risk text is known'
  return `Typed LIVE; risk text ${riskTextVersion}, ${formatDateTime(riskTextAcceptedAt)}`
}
