import { loadAccount, loadUserAccounts, type SandboxAccount } from './loadAccount.ts'

/** Everybody who may sign in to the sandbox. */
export class Accounts {
  /** The installation's own, for market data. */
  readonly admin: SandboxAccount
  /** Those of people, who may all trade at the same time. */
  readonly users: readonly SandboxAccount[]
  readonly #byCode: ReadonlyMap<string, SandboxAccount>

  constructor(admin: SandboxAccount, users: readonly SandboxAccount[]) {
    this.admin = admin
    this.users = users
    this.#byCode = new Map([admin, ...users].map((account) => [account.clientCode, account]))
  }

  /** From the home folder; whatever is missing is made. */
  static load(home: string, users: number): Accounts {
    const admin = loadAccount(home)
    return new Accounts(admin, loadUserAccounts(home, users, admin))
  }

  /** The application's key, by which all of them come in. */
  get apiKey(): string {
    return this.admin.apiKey
  }

  named(clientCode: string): SandboxAccount | null {
    return this.#byCode.get(clientCode) ?? null
  }
}
