import type { BrokerCommand } from '../../../schema/brokerCommands.ts'
import type { Instant } from '../../../schema/time.ts'
import type { AccountChange, Outcome, StoredAccount } from './outcome.ts'

/** Accounts at the broker, their secrets and what the engine is asked to do there, wherever they are kept. */
export interface AccountRecords {
  /** Whose a command is; null: it has ended, or is gone with its user. */
  openCommand(id: string): Promise<{ readonly userId: string | null } | null>
  /** A command with what it was given; null: it has ended, or is gone with its user. Rejects when its input cannot be opened. */
  command(id: string): Promise<BrokerCommand | null>
  /**
   * Ends a command: what became of the account, the answer and both events, and its input is wiped. Nothing happens when it has ended
   * already. `conflict`: when the account's client code is another user's, this is the answer and the account stays as it is.
   */
  end(command: Pick<BrokerCommand, 'id' | 'userId'>, outcome: Outcome, conflict: Outcome): Promise<void>
  /** What became of an account by itself. A user's that has signed in is checked next, here as above. */
  change(userId: string | null, change: AccountChange): Promise<void>
  /** A user's account, or the installation's (null); null when there is none. */
  account(userId: string | null): Promise<StoredAccount | null>
  /** The accounts of users that are signed in. Another `connection` is another account, or another client code. */
  connected(): Promise<{ readonly userId: string; readonly clientCode: string; readonly connection: string }[]>
  /** What a user's latest live order was refused with, within a day, if that was for the address that it came from; else null. */
  addressRefusal(userId: string): Promise<string | null>
  /** Whether a client code is another user's account. */
  isTaken(clientCode: string, userId: string): Promise<boolean>
  /** Ends the sessions whose tokens are over, and removes commands that nobody asks for any more. */
  expire(): Promise<void>
  /** Has the accounts of users whose tokens are over sign in by what is kept of them, those that nobody asks it of already. */
  signInExpired(): Promise<void>
  /** Has some connected accounts of users checked that were not since `since`, which is market time; called again and again, it gets through all. */
  checkUnchecked(since: Instant): Promise<void>
}

/** One at a time signs an account in, in all processes. */
export interface LockAccount {
  /** Runs `job` when nobody else runs one for the account: a user's id, a client code, or null for the installation's. Rejects as the job does. */
  run<T>(account: string | null, job: () => Promise<T>): Promise<T>
}
