import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret } from 'otpauth'
import { z } from 'zod'

const Account = z.object({
  clientCode: z.string().min(1),
  pin: z.string().regex(/^\d{4}$/),
  /** Base32. */
  totpSecret: z.string().regex(/^[A-Z2-7]{32,}$/),
  apiKey: z.string().min(1),
})

/** What signs in to the sandbox; it opens nothing else. */
export type SandboxAccount = Readonly<z.infer<typeof Account>>

/**
 * The sandbox's one account, from `sandbox-account.json` in the home folder. The first start makes it, at random, readable by its
 * owner only. Throws an Error that names the file when it is there but damaged.
 */
export function loadAccount(home: string): SandboxAccount {
  const path = join(home, 'sandbox-account.json')
  if (existsSync(path)) return readAccount(path)
  const account: SandboxAccount = {
    clientCode: `S${randomInt(100_000, 1_000_000)}`,
    pin: String(randomInt(0, 10_000)).padStart(4, '0'),
    totpSecret: new Secret({ size: 20 }).base32,
    apiKey: randomBytes(8).toString('base64url'),
  }
  mkdirSync(home, { recursive: true, mode: 0o700 })
  writeFileSync(path, `${JSON.stringify(account, null, 2)}\n`, { mode: 0o600 })
  return account
}

function readAccount(path: string): SandboxAccount {
  try {
    return Account.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new Error(`${path} is damaged; delete it to let the sandbox make a new account`)
  }
}
