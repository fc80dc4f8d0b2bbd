import type { Logger } from 'pino'
import type { BrokerCommand, ConnectResult } from '../../../schema/brokerCommands.ts'
import { clientCodeEnding } from '../../../schema/clientCodeEnding.ts'
import { err, ok, UserFacingError, type ErrorCode } from '../../../schema/errors.ts'
import { refusalToLeave } from '../../../schema/openAtBroker.ts'
import { BrokerError } from '../port.ts'
import type { LastPrice } from '../smartapi/fetchLastPrices.ts'
import type { SmartApiClients } from '../smartapi/SmartApiClients.ts'
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
  readonly lastPrices: (tokens: readonly string[]) => Promise<readonly LastPrice[]>
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
    await this.#parts.accounts.end(command, await this.#carryOut(command, signal), refused('CONFLICT', TAKEN))
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
      const prices = await lastPrices(command.input.tokens)
      return { answer: ok(prices.map((price) => ({ ...price, at: new Date(price.at).toISOString() }))), change: null }
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
        return this.#disconnect(userId, command)
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
    return { answer: ok(result), change: await sessions.signedIn(clientCode, tokens) }
  }

  /** A person waits for the answer: a one-time code that is refused is not followed by another. */
  async #connectWithPin(userId: string, { input }: CommandOf<'CONNECT_WITH_PIN'>, signal: AbortSignal): Promise<Outcome> {
    const { accounts, sessions } = this.#parts
    const account = checkSignIn(input)
    if (await accounts.isTaken(account.clientCode, userId)) return refused('CONFLICT', TAKEN)
    const { clientCode, pin, totpSecret } = account
    await this.#replace(userId, clientCode, input.leavesOpen)
    const tokens = await sessions.open(account, 1, signal)
    // Once more: the sign-in takes up to half a minute.
    const result = await this.#replace(userId, clientCode, input.leavesOpen)
    return { answer: ok(result), change: await sessions.signedIn(clientCode, tokens, input.keep ? { pin, totpSecret } : 'nothing') }
  }

  async #check(userId: string, account: StoredAccount, signal: AbortSignal): Promise<Outcome> {
    const { accounts, readiness } = this.#parts
    const facts = await readiness.factsOf(account, await accounts.addressRefusal(userId), signal)
    return { answer: ok(null), change: { kind: 'checked', facts } }
  }

  /**
   * What comes of it when an account takes the place of the user's: exits of what is open go to it from then on. Throws CONFLICT when that
   * is another account's and its owner does not leave it. The same account may always be connected again.
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

  /** Kept secrets are removed even when the broker is not notified: its tokens end with the day. Throws CONFLICT while something is open there that its owner does not leave. */
  async #disconnect(userId: string, { input }: CommandOf<'DISCONNECT'>): Promise<Outcome> {
    const { accounts } = this.#parts
    const account = await accounts.account(userId)
    const open = account ? await accounts.openAtBroker(userId) : []
    if (account && open.length > 0 && input?.leavesOpen !== true)
      throw new UserFacingError('CONFLICT', refusalToLeave(clientCodeEnding(account.clientCode), open, 'none'))
    if (account?.tokens) {
      const signOn = this.#parts.clients.of(account.clientCode)
      await signOn.signOut(account.tokens, account.clientCode).catch(unlessBroken)
    }
    return { answer: ok(null), change: { kind: open.length > 0 ? 'left' : 'removed' } }
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
