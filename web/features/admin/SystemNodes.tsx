import type { Instant } from '../../../schema/time.ts'
import type { SystemPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount, UNKNOWN } from '../../lib/formatMoney.ts'
import { Badge } from '../../ui/Badge.ts'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { SystemTable } from './SystemTable.tsx'
import { agoText, loadText, spanText } from './systemTexts.ts'

const KINDS = { ENGINE: 'Engine', GATEWAY: 'Gateway' } as const

/** The processes of the installation, as each measured itself last. */
export function SystemNodes({ nodes, ownerless, at }: Pick<SystemPartsFragment, 'nodes' | 'ownerless'> & { at: Instant }) {
  return (
    <SettingsCard
      id="nodes"
      title="Nodes"
      text={`Each reports every ten seconds. Engine nodes share 64 partitions of the users; ${
        ownerless === 0 ? 'every partition has an owner' : `${ownerless} of them have no owner`
      }.`}
    >
      {nodes.length === 0 ? (
        <p>No node has reported in the last hour.</p>
      ) : (
        <SystemTable
          label="Nodes"
          columns={['Node', 'State', 'Version', 'Up for', 'Partitions', 'Loop delay', 'Worker load', 'Memory', 'Errors, 1 h']}
        >
          {nodes.map(({ id, kind, isLive, measuredAt, version, runtime, startedAt, partitions, ...node }) => (
            <tr key={id}>
              <th scope="row">
                {KINDS[kind]} {id.slice(-4)}
              </th>
              <td>
                <Badge $tone={isLive ? 'good' : 'neutral'}>{isLive ? 'Running' : `Gone, ${agoText(measuredAt, at)}`}</Badge>
              </td>
              <td>
                {version}, Node {runtime}
              </td>
              <td>{spanText(Math.max(0, Date.parse(measuredAt) - Date.parse(startedAt)))}</td>
              <td>{partitions === null ? UNKNOWN : formatCount(partitions)}</td>
              <td>{spanText(node.loopDelayMs)}</td>
              <td>{loadText(node.workerLoad)}</td>
              <td>{formatCount(node.memoryMb)} MB</td>
              <td>{formatCount(node.errors)}</td>
            </tr>
          ))}
        </SystemTable>
      )}
    </SettingsCard>
  )
}
