import type { Instant } from '../../../schema/time.ts'
import type { SystemPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { AdminFacts } from './AdminFacts.ts'
import { SystemTable } from './SystemTable.tsx'
import { agoText, bytesText, spanText } from './systemTexts.ts'

interface SystemDatabaseProps extends Pick<SystemPartsFragment, 'database' | 'lastBackup'> {
  readonly at: Instant
}

/** The database: its size, who is connected, when it was last backed up, and what is slow there, where the server keeps that. */
export function SystemDatabase({ database, lastBackup, at }: SystemDatabaseProps) {
  const { version, bytes, connections, slowStatements, slowStatementsProblem } = database
  return (
    <SettingsCard id="database" title="Database" text="The database: its size, connections, last backup and slow statements.">
      <AdminFacts>
        <dt>PostgreSQL</dt>
        <dd>{version}</dd>
        <dt>Size</dt>
        <dd>{bytesText(bytes)}</dd>
        <dt>Connections</dt>
        <dd>{formatCount(connections)}</dd>
        <dt>Last backup</dt>
        <dd>{lastBackup ? `${agoText(lastBackup.at, at)}, ${bytesText(lastBackup.bytes)}` : 'Never'}</dd>
        {slowStatementsProblem === null ? null : (
          <>
            <dt>Slow statements</dt>
            <dd>{slowStatementsProblem}</dd>
          </>
        )}
      </AdminFacts>
      {slowStatements.length === 0 ? null : (
        <SystemTable
          label="Slow statements"
          columns={['Statement', 'Calls', 'Mean']}
          caption="The slowest on average, without their values"
        >
          {slowStatements.map(({ text, calls, meanMs }, i) => (
            <tr key={i}>
              <th scope="row">
                <code>{text}</code>
              </th>
              <td>{formatCount(calls)}</td>
              <td>{spanText(meanMs)}</td>
            </tr>
          ))}
        </SystemTable>
      )}
    </SettingsCard>
  )
}
