import { useMutation, useQuery, useSubscription } from '@apollo/client/react'
import { Pause, Play, RotateCw } from 'lucide-react'
import { styled } from 'styled-components'
import { SCHEDULER_MESSAGES, type UpdateKind } from '../../../schema/performanceUpdates.ts'
import { MINUTE } from '../../../schema/time.ts'
import {
  SchedulerStatusChangedDocument,
  SchedulerStatusDocument,
  StartSchedulerDocument,
  StopSchedulerDocument,
  TriggerUpdateDocument,
  type SchedulerPartsFragment,
} from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { formatDateTime } from '../../lib/formatTime.ts'
import { media } from '../../theme/media.ts'
import { Alert } from '../../ui/Alert.ts'
import { Badge } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { useToldChange } from '../../ui/useToldChange.ts'
import { AdminFacts } from './AdminFacts.ts'

const KINDS = { SCHEDULED: 'scheduled', FINAL: 'final, after the close', TRIGGERED: 'triggered' } as const satisfies Record<
  UpdateKind,
  string
>

const Parts = styled.div`
  display: grid;
  gap: 16px;
`

/** As high as what it stands for, which is longer on a phone. */
const Waiting = styled(Skeleton)`
  ${media.phone} {
    height: 327.5px;
  }
`

/** What of an update fits into one line of a phone, or takes two, has two: what is below stays where it is. */
const Facts = styled(AdminFacts)`
  ${media.phone} {
    dd:nth-of-type(-n + 3) {
      min-height: 2lh;
    }
  }
`

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

/** Whether performance is updated by the market's clock and how the updates went, live; starts, stops and triggers them. For admins. */
export function PerformanceScheduler() {
  const { data, error, refetch } = useQuery(SchedulerStatusDocument, { pollInterval: MINUTE, skipPollAttempt: () => document.hidden })
  useSubscription(SchedulerStatusChangedDocument, {
    ignoreResults: true,
    onData: ({ client, data: { data: changed } }) => {
      if (changed) client.writeQuery({ query: SchedulerStatusDocument, data: changed })
    },
  })
  const status = data?.schedulerStatus
  return (
    <SettingsCard
      id="performance-scheduler"
      title="Performance Scheduler"
      text="Updates the records of strategies and subscriptions every five minutes of a session and once more after its close. Times here are real, even in a sandbox."
      action={<State isRunning={status?.isRunning} />}
    >
      {error ? <LoadFailure text="Failed to load the performance scheduler" error={error} onRetry={() => void refetch()} /> : null}
      {status ? <Scheduler status={status} /> : error ? null : <Waiting $height={208} />}
    </SettingsCard>
  )
}

/** Keeps its place until it is known: the sentence beside it is broken into lines once. */
function State({ isRunning }: { isRunning: boolean | undefined }) {
  return (
    <Badge $tone={isRunning === false ? 'warning' : 'good'} style={isRunning === undefined ? { visibility: 'hidden' } : undefined}>
      {isRunning === false ? 'Stopped' : 'Running'}
    </Badge>
  )
}

function Scheduler({ status: { isRunning, activeJobs, lastRun, nextRunAt, asOf, failures } }: { status: SchedulerPartsFragment }) {
  const [start] = useMutation(StartSchedulerDocument, {
    update(cache, { data }) {
      if (data) cache.writeQuery({ query: SchedulerStatusDocument, data: { schedulerStatus: data.startScheduler } })
    },
  })
  const [stop] = useMutation(StopSchedulerDocument, {
    update(cache, { data }) {
      if (data) cache.writeQuery({ query: SchedulerStatusDocument, data: { schedulerStatus: data.stopScheduler } })
    },
  })
  const [trigger] = useMutation(TriggerUpdateDocument, {
    update(cache, { data }) {
      if (data) cache.writeQuery({ query: SchedulerStatusDocument, data: { schedulerStatus: data.triggerUpdate } })
    },
  })
  const { busy, run } = useToldChange<'start' | 'stop' | 'trigger'>()
  const tell = async (change: Promise<unknown>, done: string) => {
    await change
    return done
  }

  return (
    <Parts>
      {lastRun?.problem ? <Alert>{lastRun.problem}</Alert> : null}
      <Facts>
        <dt>Active jobs</dt>
        <dd>{activeJobs.length === 0 ? 'None' : activeJobs.map(describeJob).join(', ')}</dd>
        <dt>Last run</dt>
        <dd>{lastRun ? `${formatDateTime(lastRun.endedAt)} (${KINDS[lastRun.kind]})` : 'Not run in the last week'}</dd>
        {lastRun ? (
          <>
            <dt>Duration</dt>
            <dd>
              {lastRun.durationMs === null ? 'Not started' : `${formatCount(lastRun.durationMs)} ms`}: {formatCount(lastRun.results)}{' '}
              results counted, {formatCount(lastRun.rows)} rows written
            </dd>
          </>
        ) : null}
        <dt>Next run</dt>
        <dd>{nextRunAt !== null ? formatDateTime(nextRunAt) : isRunning ? 'In the next session' : 'Not scheduled while stopped'}</dd>
        <dt>Figures as of</dt>
        <dd>{asOf === null ? 'Not calculated yet' : formatDateTime(asOf)}</dd>
        <dt>Failures in 24 hours</dt>
        <dd>{formatCount(failures)}</dd>
      </Facts>
      <Actions>
        <Button
          type="button"
          $busy={busy !== null}
          disabled={isRunning}
          onClick={() => void run('start', () => tell(start(), SCHEDULER_MESSAGES.started), SCHEDULER_MESSAGES.startFailed)}
        >
          <Play size={16} aria-hidden /> Start
        </Button>
        <Button
          $look="quiet"
          type="button"
          $busy={busy !== null}
          disabled={!isRunning}
          onClick={() => void run('stop', () => tell(stop(), SCHEDULER_MESSAGES.stopped), SCHEDULER_MESSAGES.stopFailed)}
        >
          <Pause size={16} aria-hidden /> Stop
        </Button>
        <Button
          $look="quiet"
          type="button"
          $busy={busy !== null}
          onClick={() => void run('trigger', () => tell(trigger(), SCHEDULER_MESSAGES.triggered), SCHEDULER_MESSAGES.triggerFailed)}
        >
          <RotateCw size={16} aria-hidden /> Trigger Update
        </Button>
      </Actions>
    </Parts>
  )
}

function describeJob({ kind, startedAt, problem }: SchedulerPartsFragment['activeJobs'][number]): string {
  if (problem !== null) return `${KINDS[kind]} (failed, retried)`
  return startedAt === null ? `${KINDS[kind]} (waiting)` : `${KINDS[kind]} (running)`
}
