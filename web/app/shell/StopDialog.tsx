import { useQuery } from '@apollo/client/react'
import { EmergencyStopDialog } from '../../features/dashboard/EmergencyStopDialog.tsx'
import { LiveTradesDocument } from '../../gql/generated/graphql.ts'

/** The question of the emergency stop, away from the dashboard. */
export default function StopDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(LiveTradesDocument)
  return <EmergencyStopDialog openTrades={data?.liveTrades.length ?? null} onClose={onClose} />
}
