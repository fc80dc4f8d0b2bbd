import type { Logger } from 'pino'
import type { BrokerCommand } from '../../../schema/brokerCommands.ts'
import { err, ok, UserFacingError } from '../../../schema/errors.ts'
import { marketTimeAt, type MarketClock } from '../../../schema/market/MarketClock.ts'
import type { Instant } from '../../../schema/time.ts'
import { BrokerError, type MarketFeed } from '../port.ts'
import type { SmartApiAccount } from '../smartapi/SmartApiConfig.ts'
import type { SessionChange, SmartApiSession } from '../smartapi/SmartApiSession.ts'
import type { AccountRecords, LockAccount } from './AccountRecords.ts'
import { checkSignIn } from './checkSignIn.ts'
import type { AccountChange, Outcome, StoredAccount } from './outcome.ts'
import { provesWrong, refusalOf } from './refusals.ts'
import { retryPassing } from './retryPassing.ts'
import { tokensEndAt } from './tokensEndAt.ts'
import type { UserSessions } from './UserSessions.ts'

export interface InstallationAccountParts {
  readonly accounts: AccountRecords
  readonly locks: LockAccount
  readonly sessions: UserSessions
  /** The session that feeds the market data. */
  readonly session: SmartApiSession
  readonly feed: Pick<MarketFeed, 'restart'>
  /** Who signs in while nobody is configured; null: nobody. */
  readonly standard: SmartApiAccount | null
  readonly clock: () => Promise<MarketClock>
  /** Real time. */
  readonly now: () => Instant
  readonly log: Pick<Logger, 'error'>
}

/**
 * The account that feeds market data: who it is, and its row, which has the state of its session. Every node has a session of its own,
 * of the account that all share.
 */
export class InstallationAccount {
  readonly #parts: InstallationAccountParts
  #endsAt: Instant | null = null
  /** Whether a change waits to be handled. */
  #isChanged = false

  constructor(parts: InstallationAccountParts) {
    this.#parts = parts
    parts.session.onChange((change) => void this.#record(change).catch((error: unknown) => this.#failed(error)))
  }

  /** Signs in as who is configured, from now on; called at the start. */
  adopt(): Promise<void> {
    const { accounts, locks, session, standard, feed } = this.#parts
    // A command under way has changed the session, and not yet the row.
    return locks.run(null, async () => {
      this.#isChanged = false
      const wanted = signerOf(await accounts.account(null)) ?? standard
      if (wanted?.clientCode === session.clientCode) return
      await session.become(wanted)
      feed.restart('another account feeds the market data')
    })
  }

  /** Does the same: an account has changed. */
  onChanged(): void {
    if (this.#isChanged) return
    this.#isChanged = true
    this.adopt().catch((error: unknown) => {
      this.#isChanged = false
      this.#failed(error)
    })
  }

  /** Renews the session after its day ends. */
  onTime(now: Instant): void {
    if (this.#endsAt === null || now < this.#endsAt) return
    this.#endsAt = null
    const { session } = this.#parts
    session
      .tokens()
      .then((tokens) => session.renew(tokens))
      .catch((error: unknown) => this.#failed(error))
  }

  /** Carries out an admin's request. Rejects with a UserFacingError or a BrokerError when refused. */
  async carryOut(command: BrokerCommand, signal: AbortSignal): Promise<Outcome> {
    switch (command.kind) {
      case 'CONFIGURE': {
        const { clientCode, ...secrets } = checkSignIn(command.input)
        return { answer: ok(null), change: { kind: 'configured', clientCode, secrets } }
      }
      case 'SIGN_IN':
        return this.#signIn(signal)
      case 'REFRESH':
        return this.#refresh(signal)
      case 'DISCONNECT':
        return this.#disconnect()
      case 'CONNECT_WITH_TOKENS':
      case 'CONNECT_WITH_PIN':
      case 'CHECK':
      case 'QUOTE':
        throw new UserFacingError('BAD_USER_INPUT', 'This is for the account of a user.')
    }
  }

  /** The feed keeps its own session until the new one is up. */
  async #signIn(signal: AbortSignal): Promise<Outcome> {
    const { accounts, sessions, session, feed } = this.#parts
    const account = await accounts.account(null)
    if (!account?.kept) throw new UserFacingError('NOT_FOUND', NOT_CONFIGURED)
    const outcome = await sessions.signIn(account, signal)
    const { change } = outcome
    if (change?.kind !== 'signedIn') return outcome
    await session.become({ clientCode: account.clientCode, ...account.kept }, change.tokens)
    this.#endsAt = change.validUntil
    feed.restart('the account that feeds the market data signed in')
    // The session keeps its tokens itself.
    return { ...outcome, change: { ...change, tokens: null } }
  }

  async #refresh(signal: AbortSignal): Promise<Outcome> {
    const { session } = this.#parts
    const { clientCode } = session
    if (clientCode === null) throw new UserFacingError('NOT_FOUND', NOT_CONFIGURED)
    try {
      await retryPassing(async () => session.renew(await session.tokens()), ['throttled'], signal)
      return { answer: ok(null), change: await this.#signedIn(clientCode) }
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error
      const { code, message } = refusalOf(error)
      return { answer: err({ code, text: message }), change: error.kind === 'auth' ? refusedBy(error) : null }
    }
  }

  async #disconnect(): Promise<Outcome> {
    const { session, standard, feed } = this.#parts
    await session.signOut().catch((error: unknown) => {
      if (!(error instanceof BrokerError)) throw error
    })
    await session.become(standard)
    this.#endsAt = null
    feed.restart('the account that fed the market data is gone')
    return { answer: ok(null), change: { kind: 'removed' } }
  }

  /** Stores the session's outcome, unless the admin has configured another account in this row meanwhile. */
  async #record(change: SessionChange): Promise<void> {
    const { accounts, locks } = this.#parts
    const told = change.kind === 'signedIn' ? await this.#signedIn(change.clientCode) : refusedBy(change.error)
    await locks.run(null, async () => {
      const row = await accounts.account(null)
      const isOther = row !== null && row.clientCode !== change.clientCode && (row.kept !== null || row.state === 'REFUSED')
      if (!isOther) await accounts.change(null, told)
    })
  }

  async #signedIn(clientCode: string): Promise<AccountChange> {
    const { clock, now } = this.#parts
    const market = await clock()
    this.#endsAt = tokensEndAt(market, now())
    const times = { validUntil: this.#endsAt, marketAt: marketTimeAt(market, now()) }
    return { kind: 'signedIn', clientCode, tokens: null, ...times, keep: 'asBefore', leavesOpen: false }
  }

  #failed(error: unknown): void {
    this.#parts.log.error({ err: error }, 'the account that feeds the market data')
  }
}

const NOT_CONFIGURED = 'No account at the broker is configured for the market data.'

/** Who signs in with kept secrets; null: nobody, or somebody who has yet to do so for the first time, or after a refusal. */
export function signerOf(account: StoredAccount | null): SmartApiAccount | null {
  if (!account?.kept || account.state === 'CONFIGURED' || account.state === 'REFUSED') return null
  return { clientCode: account.clientCode, ...account.kept }
}

function refusedBy(error: BrokerError): AccountChange {
  return { kind: 'refused', problem: refusalOf(error).message, forgets: provesWrong(error) }
}
