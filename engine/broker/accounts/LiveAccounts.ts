import type { Logger } from 'pino'
import { BrokerError } from '../port.ts'
import type { LiveAccount } from '../smartapi/orders/LiveAccount.ts'
import type { SessionTokens } from '../smartapi/SmartApiSignOn.ts'
import type { AccountRecords, LockAccount } from './AccountRecords.ts'
import type { StoredAccount } from './outcome.ts'
import { SESSION_OVER } from './refusals.ts'
import type { UserSessions } from './UserSessions.ts'

export interface LiveAccountsParts {
  readonly accounts: AccountRecords
  readonly locks: LockAccount
  readonly sessions: UserSessions
  readonly apiKey: string
  readonly log: Pick<Logger, 'error'>
}

/**
 * The connected accounts of users, for those who trade with them. Their tokens are those that are stored: all nodes use the same, and one
 * renews them for all.
 */
export class LiveAccounts {
  readonly #parts: LiveAccountsParts
  readonly #closing = new AbortController()
  /** By user; of one connection it is always the same object. */
  #connected = new Map<string, { readonly connection: string; readonly account: LiveAccount }>()
  /** Cached accounts, until one of them changes. */
  #known = new Map<string, Promise<StoredAccount | null>>()
  /** By user: the account last seen, connected or not. */
  #accounts = new Map<string, string>()
  #replaced: (userIds: readonly string[]) => Promise<void> = () => Promise.resolve()
  #reads = 0

  constructor(parts: LiveAccountsParts) {
    this.#parts = parts
  }

  /** A user's connection, as of the last change received; null: there is none. */
  accountOf(userId: string): LiveAccount | null {
    return this.#connected.get(userId)?.account ?? null
  }

  /**
   * Called with the users whose accounts others have replaced; no order leaves for the new ones before it has resolved. What rejects is called
   * again with the next change.
   */
  onReplaced(listener: (userIds: readonly string[]) => Promise<void>): void {
    this.#replaced = listener
  }

  /** Reads who is connected; called at the start. */
  async read(): Promise<void> {
    const turn = ++this.#reads
    this.#known = new Map()
    const accounts = await this.#parts.accounts.ofUsers()
    const replaced = accounts.flatMap(({ userId, connection }) => ((this.#accounts.get(userId) ?? connection) === connection ? [] : userId))
    if (replaced.length > 0) await this.#replaced(replaced)
    // A later one knows better.
    if (turn !== this.#reads) return
    for (const { userId, connection } of accounts) this.#accounts.set(userId, connection)
    const connected = accounts.filter(({ isConnected }) => isConnected)
    this.#connected = new Map(
      connected.map(({ userId, clientCode, connection }) => {
        const before = this.#connected.get(userId)
        return [userId, before?.connection === connection ? before : { connection, account: this.#liveAccount(userId, clientCode) }]
      }),
    )
  }

  /** Does the same: an account was connected or disconnected, got new tokens or lost them. Never rejects. */
  async onChanged(): Promise<void> {
    await this.read().catch((error: unknown) => this.#parts.log.error({ err: error }, 'not read who is connected to the broker'))
  }

  close(): void {
    this.#closing.abort()
  }

  #liveAccount(userId: string, clientCode: string): LiveAccount {
    return {
      ...{ clientCode, apiKey: this.#parts.apiKey },
      tokens: async () => tokensOf(await this.#stored(userId), clientCode),
      renew: (refused) => this.#renew(userId, clientCode, refused),
    }
  }

  #stored(userId: string): Promise<StoredAccount | null> {
    const known = this.#known
    const read = known.get(userId) ?? this.#parts.accounts.account(userId)
    known.set(userId, read)
    read.catch(() => known.delete(userId))
    return read
  }

  /** The second caller finds the first one's tokens; those that the broker still takes, and nothing renews, stay. */
  #renew(userId: string, clientCode: string, refused: SessionTokens): Promise<SessionTokens> {
    const { accounts, locks, sessions } = this.#parts
    return locks.run(userId, async () => {
      const account = await accounts.account(userId)
      const current = tokensOf(account, clientCode)
      if (!account || current.jwt !== refused.jwt) return current
      // A socket that fell silent, or a machine that stood still, says nothing about them.
      if (await sessions.lasts(account)) return current
      const { answer, change } = await sessions.refresh(account, this.#closing.signal)
      if (change) await accounts.change(userId, change)
      this.#known.delete(userId)
      if (change?.kind === 'signedIn' && change.tokens) return change.tokens
      throw new BrokerError(change ? 'auth' : 'unreachable', answer.ok ? SESSION_OVER : answer.error.text)
    })
  }
}

/** What is sent on one connection never goes to another account that has taken its place. */
function tokensOf(account: StoredAccount | null, clientCode: string): SessionTokens {
  if (account?.state !== 'CONNECTED' || account.clientCode !== clientCode || !account.tokens) throw new BrokerError('auth', SESSION_OVER)
  return account.tokens
}
