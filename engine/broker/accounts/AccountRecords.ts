import type { BrokerCommand } from '../../../schema/brokerCommands.ts'
import type { OpenAtBroker } from '../../../schema/openAtBroker.ts'
import type { Instant } from '../../../schema/time.ts'
import type { AccountChange, Outcome, StoredAccount } from './outcome.ts'

export interface UserAccount {
  readonly userId: string
  readonly clientCode: string
  readonly connection: string
  readonly isConnected: boolean
}

/** Accounts at the broker, their secrets and what the engine is asked to do there, wherever they are kept. */
export interface AccountRecords {
  /** A command's owner; null: it has ended, or is gone with its user. */
  openCommand(id: string): Promise<{ readonly userId: string | null } | null>
  /** A command with its input; null: it has ended, or is gone with its user. Rejects when its input cannot be opened. */
  command(id: string): Promise<BrokerCommand | null>
  /**
   * Ends a command: stores the account's change, the answer and both events, and wipes its input. Nothing happens when it has ended
   * already. `conflict`: when the account's client code is another user's, this is the answer and the account stays as it is. It stays, and the
   * answer says why, while something is open at an account that its owner disconnects or replaces by another, and does not leave. What he
   * leaves for another account ends in the books with the change. No entry is committed between that look and the change.
   */
  end(command: Pick<BrokerCommand, 'id' | 'userId'>, outcome: Outcome, conflict: Outcome): Promise<void>
  /** An account's change without a command. A user's that signed in is checked next, here as above. */
  change(userId: string | null, change: AccountChange): Promise<void>
  /** A user's account, or the installation's (null); null when there is none. */
  account(userId: string | null): Promise<StoredAccount | null>
  /** The accounts of users, and whether they are signed in. Another `connection` is another account, or another client code. */
  ofUsers(): Promise<UserAccount[]>
  /** The refusal of a user's latest live order, within a day, if it was for the address that it came from; else null. */
  addressRefusal(userId: string): Promise<string | null>
  /** Whether a client code is another user's account. */
  isTaken(clientCode: string, userId: string): Promise<boolean>
  /** The client code of a user's account, whatever its state; null: there is none. */
  clientCodeOf(userId: string): Promise<string | null>
  /** A user's live trades and entries that are open, at the account whose client code is stored. */
  openAtBroker(userId: string): Promise<readonly OpenAtBroker[]>
  /** Ends sessions whose tokens have expired, and removes commands that nobody looks up any more. */
  expire(): Promise<void>
  /** Has users' accounts with expired tokens sign in with their kept secrets, unless a sign-in is already requested. */
  signInExpired(): Promise<void>
  /** Has some connected accounts of users checked that were not since `since`, which is market time; called again and again, it gets through all. */
  checkUnchecked(since: Instant): Promise<void>
}

/** Signs accounts in one at a time, in all processes. */
export interface LockAccount {
  /** Runs `job` when nobody else runs one for the account: a user's id, a client code, or null for the installation's. Rejects as the job does. */
  run<T>(account: string | null, job: () => Promise<T>): Promise<T>
}
