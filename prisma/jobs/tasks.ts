import { z } from 'zod'

/** Work that must not be lost: it is caused in a transaction (enqueue.ts) and run later, in another process perhaps (JobWorkers.ts). */
interface TaskKind {
  readonly payload: z.ZodType
  /** After so many attempts a job is a dead letter. The wait before the next one grows from 3 s by a factor of e; ten attempts take three and a half hours. */
  readonly maxAttempts: number
}

/** All tasks by their names, which stay in the database: a task that is renamed leaves its jobs behind. Payloads hold ids, not secrets. */
export const TASKS = {
  /** Sends a mail that is kept sealed (gateway/topics/mail/). */
  'mail.send': { payload: z.object({ mailId: z.uuid() }), maxAttempts: 10 },
} as const satisfies Record<string, TaskKind>

export type TaskName = keyof typeof TASKS
export type Payload<Name extends TaskName> = z.output<(typeof TASKS)[Name]['payload']>

/** Another version of the product may have written a task that this one does not know. */
export function isTaskName(name: string): name is TaskName {
  return Object.hasOwn(TASKS, name)
}
