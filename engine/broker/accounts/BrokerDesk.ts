import type { Logger } from 'pino'
import type { BrokerCommand, ConnectResult } from '../../../schema/brokerCommands.ts'
import { clientCodeEnding } from '../../../schema/clientCodeEnding.ts'
import { err, ok, UserFacingError, type ErrorCode } from '../../../schema/errors.ts'
import { toRupees } from '../../../schema/money.ts'
import { refusalToLeave } from '../../../schema/openAtBroker.ts'
import { BrokerError } from '../port.ts'
import type { Quote } from '../smartapi/fetchQuotes.ts'
import type { SmartApiClients } from '../smartapi/SmartApiClients.ts'
import type { SessionTokens } from '../smartapi/SmartApiSignOn.ts'
import type { AccountRecords, LockAccount } from './AccountRecords.ts'
import { checkSignIn, checkTokens, plainClientCode } from './checkSignIn.ts'
import type { InstallationAccount } from './InstallationAccount.ts'
import type { Outcome, StoredAccount } from './outcome.ts'
import type { ReadinessCheck } from './ReadinessCheck.ts'
import { refusalOf } from './refusals.ts'
import type { UserSessions } from './UserSessions.ts'

export interface BrokerDeskParts {
  readonly accounts: AccountRecords
  readonly locks: LockAccount
  readonly clients: SmartApiClients
  readonly sessions: UserSessions
  readonly installation: InstallationAccount
  readonly readiness: ReadinessCheck
  /** Last prices by tokens; unknown tokens are left out. Rejects with a BrokerError. */
  readonly lastPrices: (tokens: readonly string[]) => Promise<readonly Quote[]>
  readonly log: Pick<Logger, 'error'>
}

type CommandOf<Kind extends BrokerCommand['kind']> = Extract<BrokerCommand, { readonly kind: Kind }>

/** Carries out what people ask for at the broker. Each command ends once, with an answer, however often it is handed out. */
export class BrokerDesk {
  readonly #parts: BrokerDeskParts

  constructor(parts: BrokerDeskParts) {
    this.#parts = parts
  }

  /**
   * Carries out a command, unless it has ended already; one at a time for each user. An unexpected error rejects, so that it is handed
   * out again, until `isLast`: then that is the answer.
   */
  async run(commandId: string, { isLast, signal }: { readonly isLast: boolean; readonly signal: AbortSignal }): Promise<void> {
    const { accounts, locks, log } = this.#parts
    const open = await accounts.openCommand(commandId)
    if (!open) return
    const { userId } = open
    await locks.run(userId, async () => {
      try {
        const command = await accounts.command(commandId)
        if (command) await this.#oneByClientCode(command, () => this.#finish(command, signal))
      } catch (error) {
        if (!isLast || signal.aborted) throw error
        log.error({ err: error, commandId }, 'a command for the broker failed')
        const failed = refused('INTERNAL_SERVER_ERROR', 'Something went wrong on our side. Please try again.')
        await accounts.end({ id: commandId, userId }, failed, failed)
      }
    })
  }

  /**
   * When users sign in with one client code at the same moment, the second waits for the first's outcome: otherwise he would wait for the
   * next one-time code, up to half a minute, only to learn that the account is taken.
   */
  #oneByClientCode(command: BrokerCommand, job: () => Promise<void>): Promise<void> {
    if (command.kind !== 'CONNECT_WITH_PIN') return job()
    return this.#parts.locks.run(plainClientCode(command.input.clientCode), job)
  }

  async #finish(command: BrokerCommand, signal: AbortSignal): Promise<void> {
    const { accounts } = this.#parts
    const before = command.kind === 'DISCONNECT' && command.userId !== null ? await accounts.account(command.userId) : null
    await accounts.end(command, await this.#carryOut(command, signal), refused('CONFLICT', TAKEN))
    if (command.userId !== null && before?.tokens) await this.#signOut(command.userId, before.tokens, before.clientCode)
  }

  /** Notifies the broker once the account is disconnected: what may still close what is open keeps its session. Its tokens end with the day. */
  async #signOut(userId: string, tokens: SessionTokens, clientCode: string): Promise<void> {
    const { accounts, clients } = this.#parts
    if ((await accounts.account(userId))?.tokens) return
    await clients.of(clientCode).signOut(tokens, clientCode).catch(unlessBroken)
  }

  async #carryOut(command: BrokerCommand, signal: AbortSignal): Promise<Outcome> {
    try {
      return await this.#outcomeOf(command, signal)
    } catch (error) {
      if (signal.aborted) throw error
      if (error instanceof BrokerError) return told(refusalOf(error))
      if (error instanceof UserFacingError) return told(error)
      throw error
    }
  }

  async #outcomeOf(command: BrokerCommand, signal: AbortSignal): Promise<Outcome> {
    const { installation, lastPrices } = this.#parts
    if (command.kind === 'QUOTE') {
      const rows = (await lastPrices(command.input.tokens)).map(({ token, symbol, lastPrice, at }) => ({
        ...{ token, symbol, ltp: toRupees(lastPrice), at: new Date(at).toISOString() },
      }))
      return { answer: ok(rows), change: null }
    }
    if (command.userId === null) return installation.carryOut(command, signal)
    return this.#forUser(command.userId, command, signal)
  }

  async #forUser(userId: string, command: BrokerCommand, signal: AbortSignal): Promise<Outcome> {
    const { accounts, sessions } = this.#parts
    switch (command.kind) {
      case 'CONNECT_WITH_TOKENS':
        return this.#connectWithTokens(userId, command)
      case 'CONNECT_WITH_PIN':
        return this.#connectWithPin(userId, command, signal)
      case 'REFRESH':
        return sessions.refreshOnRequest(found(await accounts.account(userId)), signal)
      case 'SIGN_IN':
        return sessions.signIn(found(await accounts.account(userId)), signal)
      case 'CHECK':
        return this.#check(userId, found(await accounts.account(userId)), signal)
      case 'DISCONNECT':
        return { answer: ok(null), change: { kind: 'disconnected', leavesOpen: command.input?.leavesOpen === true } }
      case 'CONFIGURE':
      case 'QUOTE':
        return refused('BAD_USER_INPUT', 'This is for the account of the installation.')
    }
  }

  async #connectWithTokens(userId: string, { input }: CommandOf<'CONNECT_WITH_TOKENS'>): Promise<Outcome> {
    const { accounts, clients, sessions } = this.#parts
    const tokens = checkTokens({ jwt: input.jwt, feed: input.feedToken, refresh: input.refreshToken })
    const clientCode = plainClientCode(await clients.of(null).clientCodeOf(tokens))
    if (await accounts.isTaken(clientCode, userId)) return refused('CONFLICT', TAKEN)
    const result = await this.#replace(userId, clientCode, input.leavesOpen)
    return { answer: ok(result), change: await sessions.signedIn(clientCode, tokens, 'asBefore', input.leavesOpen) }
  }

  /** A person waits for the answer: a one-time code that is refused is not followed by another. */
  async #connectWithPin(userId: string, { input }: CommandOf<'CONNECT_WITH_PIN'>, signal: AbortSignal): Promise<Outcome> {
    const { accounts, sessions } = this.#parts
    const account = checkSignIn(input)
    if (await accounts.isTaken(account.clientCode, userId)) return refused('CONFLICT', TAKEN)
    const { clientCode, pin, totpSecret } = account
    const result = await this.#replace(userId, clientCode, input.leavesOpen)
    const tokens = await sessions.open(account, 1, signal)
    const keep = input.keep ? { pin, totpSecret } : 'nothing'
    return { answer: ok(result), change: await sessions.signedIn(clientCode, tokens, keep, input.leavesOpen) }
  }

  async #check(userId: string, account: StoredAccount, signal: AbortSignal): Promise<Outcome> {
    const { accounts, readiness } = this.#parts
    const facts = await readiness.factsOf(account, await accounts.addressRefusal(userId), signal)
    return { answer: ok(null), change: { kind: 'checked', facts } }
  }

  /**
   * What comes of it when an account takes the place of the user's. Throws CONFLICT already here, before a sign-in, where the change would be
   * refused (AccountRecords.end). The same account may always be connected again.
   */
  async #replace(userId: string, clientCode: string, leavesOpen = false): Promise<ConnectResult> {
    const ending = clientCodeEnding(clientCode)
    const before = await this.#parts.accounts.clientCodeOf(userId)
    if (before === null || before === clientCode) return { ending, replaced: null }
    const replaced = clientCodeEnding(before)
    const open = leavesOpen ? [] : await this.#parts.accounts.openAtBroker(userId)
    if (open.length > 0) throw new UserFacingError('CONFLICT', refusalToLeave(replaced, open, 'another account'))
    return { ending, replaced }
  }
}

const TAKEN = 'This account at the broker is connected to another user.'

function found(account: StoredAccount | null): StoredAccount {
  if (!account) throw new UserFacingError('NOT_FOUND', 'Broker not connected. Please connect your broker account.')
  return account
}

function told({ code, message }: UserFacingError): Outcome {
  return refused(code, message)
}

function refused(code: ErrorCode, text: string): Outcome {
  return { answer: err({ code, text }), change: null }
}

function unlessBroken(error: unknown): void {
  if (!(error instanceof BrokerError)) throw error
}
