import type { AuditLog } from '../../../schema/graphql/audit.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { AUDIT_ACTIONS, isAuditAction } from './actions.ts'
import type { AuditReader } from './AuditReader.ts'
import { auditInput } from './input.ts'

/** The audit log as owners read it. */
export class AuditService {
  readonly #reader: AuditReader
  constructor(reader: AuditReader) {
    this.#reader = reader
  }

  /** The events of the user's account, latest first. Throws BAD_USER_INPUT. */
  async mine(userId: string, input: unknown): Promise<AuditLog> {
    const { limit, before } = parseInput(auditInput, input)
    const rows = await this.#reader.read({
      where: { accountId: userId, ...(before === null ? {} : { sequence: { lt: before } }) },
      orderBy: { sequence: 'desc' },
      take: limit,
    })
    const entries = rows.map(({ sequence, at, action, actor, address, userAgent, sessionId, details }) => ({
      ...{ sequence, at, action, actor, address, userAgent, sessionId, details },
      text: isAuditAction(action) ? AUDIT_ACTIONS[action] : action,
    }))
    const oldest = entries.at(-1)
    return { entries, next: oldest && oldest.sequence > 1 && entries.length === limit ? oldest.sequence : null }
  }
}
