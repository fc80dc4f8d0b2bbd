import { existsSync } from 'node:fs'
import path from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { textTable } from '../../engine/cli/textTable.ts'
import { Accounts } from '../../engine/sandbox/accounts/Accounts.ts'
import { readSandboxConfig } from '../../engine/sandbox/sandboxConfig.ts'
import type { SandboxAccount } from '../../engine/sandbox/accounts/loadAccount.ts'

/**
 * `accounts`: who may sign in to the sandbox, with the PIN, the secret and the one-time code of this moment, for readers of the data
 * folder. Returns what to print. Throws UsageError, CommandFailure.
 */
export function sandboxCommand(environment: NodeJS.ProcessEnv, [order, ...rest]: readonly string[]): string {
  if (order !== 'accounts' || rest.length > 0) throw new UsageError('"sandbox accounts" is expected.')
  const config = readSandboxConfig(environment)
  if (!config.ok) throw new CommandFailure(config.error.join('\n'))
  const { home, accounts: count = 0 } = config.value
  if (!existsSync(path.join(home, 'sandbox-account.json')))
    throw new CommandFailure(`There are no accounts in ${path.resolve(home)} yet. Start Sakha with npm start first, or set SAKHA_HOME.`)
  const { admin, users } = Accounts.load(home, count)
  const rows = [row(admin, 'market data'), ...users.map((account) => row(account, 'a person'))]
  return textTable(['client code', 'for', 'PIN', 'code now', 'TOTP secret'], rows).join('\n')
}

function row({ clientCode, pin, totpSecret }: SandboxAccount, usedFor: string): readonly string[] {
  return [clientCode, usedFor, pin, new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate(), totpSecret]
}
