import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret } from 'otpauth'
import { z } from 'zod'
import { replaceFile } from '../../../schema/wholeFiles.ts'

const Signer = z.object({
  clientCode: z.string().min(1),
  pin: z.string().regex(/^\d{4}$/),
  /** Base32. */
  totpSecret: z.string().regex(/^[A-Z2-7]{32,}$/),
})
const Account = Signer.extend({ apiKey: z.string().min(1) })

/** What signs in to the sandbox; it opens nothing else. */
export type SandboxAccount = Readonly<z.infer<typeof Account>>

/**
 * The account that the sandbox makes for the market data of the installation, from `sandbox-account.json` in the home folder. The first
 * start makes it, at random, readable by its owner only. Throws an Error that names the file when it is there but damaged.
 */
export function loadAccount(home: string): SandboxAccount {
  const path = join(home, 'sandbox-account.json')
  if (existsSync(path)) return read(path, Account)
  const account: SandboxAccount = { ...newSigner(), apiKey: randomBytes(8).toString('base64url') }
  write(path, account)
  return account
}

/**
 * The first `count` accounts of people, from `sandbox-accounts.json`; those that are missing are made and added. All come in by the API
 * key of the installation's own account. Throws an Error that names the file when it is there but damaged.
 */
export function loadUserAccounts(home: string, count: number, { apiKey, clientCode }: SandboxAccount): readonly SandboxAccount[] {
  const path = join(home, 'sandbox-accounts.json')
  const known = existsSync(path) ? read(path, z.array(Signer)) : []
  const taken = new Set([clientCode, ...known.map((signer) => signer.clientCode)])
  const signers = [...known]
  while (signers.length < count) {
    const signer = newSigner()
    if (taken.has(signer.clientCode)) continue
    taken.add(signer.clientCode)
    signers.push(signer)
  }
  if (signers.length > known.length) write(path, signers)
  return signers.slice(0, count).map((signer) => ({ ...signer, apiKey }))
}

function newSigner() {
  return {
    clientCode: `S${randomInt(100_000, 1_000_000)}`,
    pin: String(randomInt(0, 10_000)).padStart(4, '0'),
    totpSecret: new Secret({ size: 20 }).base32,
  }
}

function write(path: string, content: unknown): void {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  replaceFile(path, `${JSON.stringify(content, null, 2)}\n`)
}

function read<Content>(path: string, shape: z.ZodType<Content>): Content {
  try {
    return shape.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new Error(`${path} is damaged; delete it to let the sandbox make a new one`)
  }
}
