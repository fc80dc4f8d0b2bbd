import type { Database, Transaction } from '../../../prisma/client.ts'
import { BROKER_MESSAGES } from '../../../schema/brokerMessages.ts'
import { clientCodeEnding } from '../../../schema/clientCodeEnding.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { AdminBrokerStatus } from '../../../schema/graphql/broker.ts'
import type { Device } from '../../kit/Device.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import { requireAdmin } from '../../security/requireAdmin.ts'
import { requireRecentPassword } from '../../security/requireRecentPassword.ts'
import type { AuditAction } from '../audit/actions.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { BrokerCommands } from '../broker/BrokerCommands.ts'
import { statusColumns, toBrokerCredentials } from '../broker/toBrokerStatus.ts'
import { adminBrokerInput } from './input.ts'

/** What signs it in without a person. */
const SIGN_IN_FIELDS = ['pin', 'totpSecret']

/**
 * The installation's account at the broker. Every method throws FORBIDDEN to anybody but an admin with two-factor sign-in; what changes it
 * is done by the engine, audited under the admin, and throws as BrokerCommands does.
 */
export class AdminBrokerService {
  readonly #db: Database
  readonly #commands: BrokerCommands
  constructor(db: Database, commands: BrokerCommands) {
    this.#db = db
    this.#commands = commands
  }

  async status(caller: Principal): Promise<AdminBrokerStatus> {
    requireAdmin(caller)
    const account = await this.#account()
    const { isConnected, lastRefreshed } = toBrokerCredentials(account, Date.now())
    return {
      ...{ isConnected, lastRefreshed },
      isConfigured: account !== null && account.secrets.length === SIGN_IN_FIELDS.length,
      clientIdEnding: account && clientCodeEnding(account.clientCode),
      problem: account?.problem ?? null,
    }
  }

  /** Has the engine keep what signs it in, in place of what was kept. Throws BAD_USER_INPUT, REAUTHENTICATION_REQUIRED. */
  async configure(caller: Principal, input: unknown, device: Device): Promise<AdminBrokerStatus> {
    requireAdmin(caller)
    requireRecentPassword(caller)
    const { clientId: clientCode, totpSecret, password: pin } = parseInput(adminBrokerInput, input)
    const wish = { userId: null, kind: 'CONFIGURE', input: { clientCode, pin, totpSecret } } as const
    await this.#commands.run(wish, (tx) => record(tx, caller, device, 'ADMIN_BROKER_CONFIGURED'))
    return this.status(caller)
  }

  /** Signs in with what is kept. Throws NOT_FOUND before it is configured, BROKER_ERROR when the broker refuses. */
  async login(caller: Principal, device: Device): Promise<AdminBrokerStatus> {
    requireAdmin(caller)
    await this.#requireAccount()
    const wish = { userId: null, kind: 'SIGN_IN', input: null } as const
    await this.#commands.run(wish, (tx) => record(tx, caller, device, 'ADMIN_BROKER_LOGIN'))
    return this.status(caller)
  }

  /** Signs out, and has all that is kept deleted. Throws REAUTHENTICATION_REQUIRED, NOT_FOUND before it is configured. */
  async remove(caller: Principal, device: Device): Promise<AdminBrokerStatus> {
    requireAdmin(caller)
    requireRecentPassword(caller)
    await this.#requireAccount()
    const wish = { userId: null, kind: 'DISCONNECT', input: null } as const
    await this.#commands.run(wish, (tx) => record(tx, caller, device, 'ADMIN_BROKER_REMOVED'))
    return this.status(caller)
  }

  async #requireAccount(): Promise<void> {
    if (!(await this.#account())) throw new UserFacingError('NOT_FOUND', BROKER_MESSAGES.noConnection)
  }

  #account() {
    return this.#db.brokerAccount.findFirst({
      where: { userId: null },
      select: { ...statusColumns, secrets: { where: { field: { in: SIGN_IN_FIELDS } }, select: { field: true } } },
    })
  }
}

function record(tx: Transaction, { userId, sessionId }: Principal, device: Device, action: AuditAction): Promise<void> {
  return recordAudit(tx, { accountId: userId, action, device, sessionId })
}
