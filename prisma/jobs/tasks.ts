import { z } from 'zod'
import { NOTIFICATION_CHANNELS } from '../../schema/notificationKinds.ts'

const delivery = z.object({ userId: z.uuid(), notificationId: z.string(), channel: z.enum(NOTIFICATION_CHANNELS) })

/** Work that must not be lost: it is caused in a transaction (enqueue.ts), or by the clock, and run later, in another process perhaps (JobWorkers.ts). */
export interface TaskKind {
  readonly payload: z.ZodType
  /** After so many attempts a job is a dead letter. The wait before the next one grows from 3 s by a factor of e; ten attempts take three and a half hours. */
  readonly maxAttempts: number
  /** When the clock causes one, once for all processes: as in a crontab, UTC. What is missed while nobody works is left out. */
  readonly schedule?: string
  /** By which its crew counts what is in hand (Lanes.ts). */
  readonly lanes?: (payload: never) => readonly string[]
}

/** All tasks by their names, which stay in the database: a task that is renamed leaves its jobs behind. Payloads hold ids, not secrets. */
export const TASKS = {
  /** Sends a mail that is kept sealed, or does what was requested in its place (gateway/topics/mail/). */
  'mail.send': { payload: z.object({ mailId: z.uuid() }), maxAttempts: 10 },
  /** The engine does at the broker what a command's row says (prisma/brokerAccounts/). */
  'broker.run': { payload: z.object({ commandId: z.uuid() }), maxAttempts: 3 },
  /** Sends a notification outside (gateway/topics/notifications/). Eight attempts take half an hour: older news is of no use. */
  'delivery.send': {
    payload: delivery,
    maxAttempts: 8,
    lanes: ({ channel, userId }: Pick<z.output<typeof delivery>, 'channel' | 'userId'>) => [channel, `${channel} ${userId}`],
  },
  /**
   * A ticket for one backtest: caused by that run, good for the one whose turn it is (engine/store/BacktestRuns.ts). Each engine that is
   * killed in the midst of it takes an attempt.
   */
  'backtest.run': { payload: z.object({ runId: z.uuid() }), maxAttempts: 25 },
  /** Analyses what a user's agent looks at, now (engine/agent/). */
  'agent.analyse': { payload: z.object({ requestId: z.uuid() }), maxAttempts: 3 },
  /** An engine counts the results of trades since the last update (engine/performance/). Five attempts take a minute and a half. */
  'performance.update': { payload: z.object({ runId: z.uuid() }), maxAttempts: 5 },
  /** Removes what was kept for a while (gateway/app/pruningCrew.ts). What fails is left to the next one. */
  prune: { payload: z.object({}), maxAttempts: 3, schedule: '17 * * * *' },
} as const satisfies Record<string, TaskKind>

export type TaskName = keyof typeof TASKS
export type Payload<Name extends TaskName> = z.output<(typeof TASKS)[Name]['payload']>

/** Another version of the product may have written a task that this one does not know. */
export function isTaskName(name: string): name is TaskName {
  return Object.hasOwn(TASKS, name)
}

/** The lanes of a job; none when its payload is another version's. */
export function lanesOf(name: TaskName, payload: string): readonly string[] {
  const kind: TaskKind = TASKS[name]
  const parsed = kind.payload.safeParse(JSON.parse(payload))
  return (parsed.success && kind.lanes?.(parsed.data as never)) || []
}
