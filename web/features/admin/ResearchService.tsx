import { useQuery } from '@apollo/client/react'
import { ResearchServiceDocument, type ResearchServiceQuery } from '../../gql/generated/graphql.ts'
import { formatCount, formatRupees } from '../../lib/formatMoney.ts'
import { formatDateTime } from '../../lib/formatTime.ts'
import { Badge } from '../../ui/Badge.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { AdminFacts } from './AdminFacts.ts'
import { AdminTable } from './AdminTable.ts'

const POLL_MS = 30_000

/** How the research agent's service runs, and who has switched it on with which settings. For admins. */
export function ResearchService() {
  const { data, error, refetch } = useQuery(ResearchServiceDocument, { pollInterval: POLL_MS, skipPollAttempt: () => document.hidden })
  const service = data?.agentServiceStatus
  return (
    <SettingsCard
      id="research-service"
      title="Research Agent Service"
      text="Scans the market every two minutes for all users whose agent is on."
      action={
        service ? <Badge $tone={service.isRunning ? 'good' : 'warning'}>{service.isRunning ? 'Running' : 'Stopped'}</Badge> : undefined
      }
    >
      {error ? <LoadFailure text="Failed to load the research agent service" error={error} onRetry={() => void refetch()} /> : null}
      {service ? <Service service={service} /> : error ? null : <Skeleton $height={140} />}
    </SettingsCard>
  )
}

function Service({ service }: { service: ResearchServiceQuery['agentServiceStatus'] }) {
  const { activeAgents, lastScan, analyses, tookMs, aiTradingUsers } = service
  return (
    <>
      <AdminFacts>
        <dt>Active agents</dt>
        <dd>{formatCount(activeAgents)}</dd>
        <dt>Last scan</dt>
        <dd>{lastScan === null ? 'Never' : formatDateTime(lastScan)}</dd>
        {lastScan === null ? null : (
          <>
            <dt>Duration</dt>
            <dd>
              {formatCount(tookMs)} ms for {formatCount(analyses)} analyses
            </dd>
          </>
        )}
      </AdminFacts>
      {aiTradingUsers.length === 0 ? (
        <p>No user has the agent switched on.</p>
      ) : (
        <AdminTable>
          <caption>
            {aiTradingUsers.length < activeAgents ? `The first ${formatCount(aiTradingUsers.length)} by name` : 'Users with AI trading on'}
          </caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Mode</th>
              <th scope="col">Capital</th>
              <th scope="col">Lots</th>
              <th scope="col">Risk</th>
              <th scope="col">Interval</th>
              <th scope="col">Trades/day</th>
              <th scope="col">Lookback</th>
            </tr>
          </thead>
          <tbody>
            {aiTradingUsers.map(({ id, name, settings }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>
                  <ModeBadge mode={settings.paperTrade ? 'PAPER' : 'LIVE'} />
                </td>
                <td data-label="Capital">{formatRupees(settings.capital)}</td>
                <td data-label="Lots">{formatCount(settings.quantityLots)}</td>
                <td data-label="Risk">{Math.round(settings.riskPerTrade * 1_000) / 10}%</td>
                <td data-label="Interval">{settings.analysisIntervalMinutes} min</td>
                <td data-label="Trades/day">{settings.maxTradesPerDay}</td>
                <td data-label="Lookback">{settings.lookbackPeriod}</td>
              </tr>
            ))}
          </tbody>
        </AdminTable>
      )}
    </>
  )
}
