import type { Database, Transaction } from '../../../prisma/client.ts'
import { cancelDeadLetter, retryDeadLetter, type DeadLetter } from '../../../prisma/jobs/deadLetters.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { SystemStatus } from '../../../schema/graphql/systemStatus.ts'
import type { Device } from '../../kit/Device.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import { SharedReads } from '../../kit/SharedReads.ts'
import { requireAdmin } from '../../security/requireAdmin.ts'
import { recordAudit, type AuditDetails } from '../audit/recordAudit.ts'
import type { AuditAction } from '../audit/actions.ts'
import { cancelJobInput, retryJobInput } from './input.ts'
import type { SystemReader } from './SystemReader.ts'

/** How the installation is. Every method of a caller throws FORBIDDEN to anybody but an admin with two-factor sign-in. */
export class SystemService {
  readonly #db: Database
  readonly #reader: SystemReader
  readonly #reads = new SharedReads<SystemStatus>()

  constructor(db: Database, reader: SystemReader) {
    this.#db = db
    this.#reader = reader
  }

  async status(caller: Principal): Promise<SystemStatus> {
    requireAdmin(caller)
    return this.read()
  }

  /** For those who have been found to be admins before. */
  read(): Promise<SystemStatus> {
    return this.#reads.read('all', () => this.#reader.read())
  }

  /** Lets a job that failed for good be tried again, as often as a new one. Throws BAD_USER_INPUT, and NOT_FOUND when there is none. */
  retryJob(caller: Principal, input: unknown, device: Device): Promise<SystemStatus> {
    requireAdmin(caller)
    const { id } = parseInput(retryJobInput, input)
    return this.#act(caller, device, { id, action: 'FAILED_JOB_RETRIED', change: (tx) => retryDeadLetter(tx, id) })
  }

  /** Removes a job that failed for good: what it was to do is not done. Throws BAD_USER_INPUT, and NOT_FOUND when there is none. */
  cancelJob(caller: Principal, input: unknown, device: Device): Promise<SystemStatus> {
    requireAdmin(caller)
    const { id, reason } = parseInput(cancelJobInput, input)
    return this.#act(caller, device, {
      ...{ id, action: 'FAILED_JOB_CANCELLED', details: { reason } },
      change: (tx) => cancelDeadLetter(tx, id),
    })
  }

  async #act({ userId, sessionId }: Principal, device: Device, { id, action, details, change }: JobAct): Promise<SystemStatus> {
    await this.#db.$transaction(async (tx) => {
      const job = await change(tx)
      if (!job) throw new UserFacingError('NOT_FOUND', `There is no job ${id} that failed for good: it was retried or cancelled.`)
      await recordAudit(tx, { accountId: userId, action, device, sessionId, details: { ...details, task: job.task, job: id } })
    })
    return this.read()
  }
}

interface JobAct {
  readonly id: string
  readonly action: AuditAction
  readonly details?: AuditDetails
  /** Null: there is no such job. */
  readonly change: (tx: Transaction) => Promise<Pick<DeadLetter, 'task'> | null>
}
