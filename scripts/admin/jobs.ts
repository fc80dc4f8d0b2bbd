import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { textTable } from '../../engine/cli/textTable.ts'
import { recordAudit } from '../../gateway/topics/audit/recordAudit.ts'
import type { Database, Transaction } from '../../prisma/client.ts'
import { deadLetters, retryDeadLetter, type DeadLetter } from '../../prisma/jobs/deadLetters.ts'
import { TASKS } from '../../prisma/jobs/tasks.ts'
import { DAY, HOUR, MINUTE, type Instant } from '../../schema/time.ts'
import { COMMAND_LINE } from './account.ts'

/** A message of a library may be long, and what a terminal would obey is left out. */
const LONGEST_ERROR = 100

/**
 * `npm run admin -- jobs`: the jobs that were given up; `jobs retry ID` retries one, which is in the audit log of the account that
 * it concerns, if any. Returns what to print. Throws UsageError, and CommandFailure where nothing was changed.
 */
export async function jobsCommand(db: Database, [verb, id, ...rest]: readonly string[], now: Instant = Date.now()): Promise<string> {
  if (verb === undefined) return list(await deadLetters(db), now)
  if (verb !== 'retry' || id === undefined || rest.length > 0) throw new UsageError('"jobs" or "jobs retry ID" is expected.')
  return db.$transaction(async (tx) => {
    const retried = await retryDeadLetter(tx, id)
    if (!retried) throw new CommandFailure(`There is no job ${id} that was given up. Nothing was changed.`)
    const { task } = retried
    const accountId = await accountOf(tx, retried)
    if (accountId !== null)
      await recordAudit(tx, { accountId, action: 'JOB_RETRIED', actor: COMMAND_LINE, device: null, details: { task } })
    return `Job ${id} (${task}) is tried again within seconds.`
  })
}

function list(letters: readonly DeadLetter[], now: Instant): string {
  if (letters.length === 0) return 'No job was given up.'
  const rows = letters.map(({ id, task, attempts, error, createdAt }) => [
    ...[id, task, String(attempts), age(now - createdAt.getTime())],
    (error ?? 'its process died').replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, LONGEST_ERROR),
  ])
  return textTable(['job', 'task', 'attempts', 'age', 'last error'], rows).join('\n')
}

function age(ms: number): string {
  if (ms >= DAY) return `${Math.floor(ms / DAY)} d`
  return ms >= HOUR ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / MINUTE)} min`
}

async function accountOf(tx: Transaction, { task, payload }: Pick<DeadLetter, 'task' | 'payload'>): Promise<string | null> {
  const delivery = task === 'delivery.send' ? TASKS['delivery.send'].payload.safeParse(payload) : null
  if (delivery?.success) return (await tx.user.count({ where: { id: delivery.data.userId } })) === 1 ? delivery.data.userId : null
  const mail = task === 'mail.send' ? TASKS['mail.send'].payload.safeParse(payload) : null
  if (!mail?.success) return null
  const row = await tx.mail.findUnique({ where: { id: mail.data.mailId }, select: { accountId: true } })
  return row?.accountId ?? null
}
