import { quoteResult } from '../../../schema/brokerCommands.ts'
import { readOpenAtBroker } from '../../../prisma/brokerAccounts/readOpenAtBroker.ts'
import type { Database, Transaction } from '../../../prisma/client.ts'
import { forRequest } from '../../../prisma/requestIds.ts'
import { BROKER_CONSENT_VERSION } from '../../../schema/brokerConsent.ts'
import { BROKER_MESSAGES } from '../../../schema/brokerMessages.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { BrokerStatus, LastPrice, OpenAtBroker } from '../../../schema/graphql/broker.ts'
import { Broadcast } from '../../kit/Broadcast.ts'
import type { Device } from '../../kit/Device.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import { requireRecentPassword } from '../../security/requireRecentPassword.ts'
import type { AuditAction } from '../audit/actions.ts'
import { recordAudit, type AuditDetails } from '../audit/recordAudit.ts'
import type { BrokerCommands } from './BrokerCommands.ts'
import { leavingInput, liveDataInput, ltpInput, signInInput } from './input.ts'
import { isConnected, statusColumns, toBrokerStatus, type StatusRow } from './toBrokerStatus.ts'

/** The signed-in user's account at the broker. What changes it is done by the engine, and audited. */
export class BrokerService {
  readonly #db: Database
  readonly #commands: BrokerCommands
  readonly #news = new Broadcast<BrokerStatus>()
  constructor(db: Database, commands: BrokerCommands) {
    this.#db = db
    this.#commands = commands
  }

  async status(userId: string): Promise<BrokerStatus> {
    return toBrokerStatus(await this.#accountOf(userId), Date.now())
  }

  /** The user's live trades and entries: an account can be disconnected, or another take its place, only while there are none, or by a typed word. */
  open(userId: string): Promise<OpenAtBroker[]> {
    return readOpenAtBroker(this.#db, userId)
  }

  /** The status after every change of it. */
  stream(userId: string): AsyncIterable<BrokerStatus> {
    return this.#news.stream(userId)
  }

  /** Publishes the status to those who listen. */
  async changed(userId: string): Promise<void> {
    if (this.#news.hasListeners(userId)) this.#news.publish(userId, await this.status(userId))
  }

  /**
   * Signs in with PIN and one-time code; they are kept only when the input says so. Throws BAD_USER_INPUT, also when the broker refuses
   * them; REAUTHENTICATION_REQUIRED; BROKER_ERROR; CONFLICT when the client code is another user's, or not that of the account before,
   * where something is open that the user does not leave; and as BrokerCommands does.
   */
  async connectWithPin(caller: Principal, input: unknown, device: Device): Promise<BrokerStatus> {
    requireRecentPassword(caller)
    const { leaving, ...signIn } = parseInput(signInInput, input)
    const { userId } = caller
    await this.#commands.run({ userId, kind: 'CONNECT_WITH_PIN', input: { ...signIn, ...leaving } }, async (tx) => {
      await record(tx, caller, device, 'BROKER_CONNECT_REQUESTED', { by: 'PIN' })
      if (signIn.keep) await record(tx, caller, device, 'BROKER_SECRETS_CONSENTED', { version: BROKER_CONSENT_VERSION })
    })
    return this.status(userId)
  }

  /** New tokens. Throws NOT_FOUND without an account, BROKER_ERROR when the broker refuses, and as BrokerCommands does. */
  async refresh(caller: Principal, device: Device): Promise<BrokerStatus> {
    await this.#connection(caller.userId)
    return this.#renew(caller, device, 'REFRESH')
  }

  /** New tokens by a sign-in with what is kept. Throws CONFLICT when nothing is, and as refresh() does. */
  async autoRefresh(caller: Principal, device: Device): Promise<BrokerStatus> {
    const { secretsKeptSince } = await this.#connection(caller.userId)
    if (secretsKeptSince === null)
      throw new UserFacingError(
        'CONFLICT',
        'Your PIN and TOTP secret are not saved, so Sakha cannot sign in automatically. Please connect again.',
      )
    return this.#renew(caller, device, 'SIGN_IN')
  }

  /** Has the engine look whether the account is ready for the open. Throws NOT_FOUND without an account, and as BrokerCommands does. */
  async check({ userId }: Principal): Promise<BrokerStatus> {
    await this.#connection(userId)
    await this.#commands.run({ userId, kind: 'CHECK', input: null })
    return this.status(userId)
  }

  /**
   * Signs out at the broker and has all that is kept deleted. Throws REAUTHENTICATION_REQUIRED, BAD_USER_INPUT, NOT_FOUND without an account,
   * CONFLICT while something is open there that the user does not leave.
   */
  async disconnect(caller: Principal, input: unknown, device: Device): Promise<BrokerStatus> {
    requireRecentPassword(caller)
    const { userId } = caller
    const { leaving } = parseInput(leavingInput, input)
    await this.#connection(userId)
    await this.#commands.run({ userId, kind: 'DISCONNECT', input: 'leavesOpen' in leaving ? leaving : null }, (tx) =>
      record(tx, caller, device, 'BROKER_DISCONNECT_REQUESTED'),
    )
    return this.status(userId)
  }

  /** Throws BAD_USER_INPUT, NOT_FOUND for an unknown instrument, CONFLICT when the broker is not connected. */
  async ltp(userId: string, input: unknown, requestId: string): Promise<LastPrice> {
    const { token } = parseInput(ltpInput, input)
    const [price] = await this.#prices(userId, [token], requestId)
    if (!price) throw new UserFacingError('NOT_FOUND', `The broker knows no instrument ${token}.`)
    return price
  }

  /** Last prices of at most so many instruments as LIMITS says; unknown ones are left out. Throws BAD_USER_INPUT, CONFLICT as above. */
  async liveData(userId: string, input: unknown, requestId: string): Promise<LastPrice[]> {
    const { tokens } = parseInput(liveDataInput, input)
    return this.#prices(userId, [...new Set(tokens)], requestId)
  }

  /** The engine is asked under the request's id, although nothing is changed. */
  async #prices(userId: string, tokens: string[], requestId: string): Promise<LastPrice[]> {
    const account = await this.#accountOf(userId)
    if (!account || !isConnected(account, Date.now())) throw new UserFacingError('CONFLICT', BROKER_MESSAGES.notConnected)
    const answer = await forRequest(requestId, () => this.#commands.run({ userId, kind: 'QUOTE', input: { tokens } }))
    const prices = quoteResult.parse(answer)
    return prices.map((price) => ({ ...price, at: new Date(price.at) }))
  }

  async #renew(caller: Principal, device: Device, kind: 'REFRESH' | 'SIGN_IN'): Promise<BrokerStatus> {
    const { userId } = caller
    await this.#commands.run({ userId, kind, input: null }, (tx) => record(tx, caller, device, 'BROKER_REFRESH_REQUESTED'))
    return this.status(userId)
  }

  async #connection(userId: string): Promise<StatusRow> {
    const account = await this.#accountOf(userId)
    if (!account) throw new UserFacingError('NOT_FOUND', BROKER_MESSAGES.noConnection)
    return account
  }

  #accountOf(userId: string): Promise<StatusRow | null> {
    return this.#db.brokerAccount.findUnique({ where: { userId }, select: statusColumns })
  }
}

function record(
  tx: Transaction,
  { userId, sessionId }: Principal,
  device: Device,
  action: AuditAction,
  details: AuditDetails = {},
): Promise<void> {
  return recordAudit(tx, { accountId: userId, action, device, sessionId, details })
}
