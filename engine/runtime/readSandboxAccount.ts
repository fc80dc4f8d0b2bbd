import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const account = z.object({
  clientCode: z.string().min(1),
  pin: z.string().min(1),
  totpSecret: z.string().min(1),
  apiKey: z.string().min(1),
})
export type SandboxAccount = z.infer<typeof account>

/** The account that the sandbox exchange made for the engine at its first start. Rejects while the file is not there or not whole. */
export async function readSandboxAccount(home: string): Promise<SandboxAccount> {
  const file = path.join(home, 'sandbox-account.json')
  const parsed = account.safeParse(parseJson(await readFile(file, 'utf8')))
  // The parser's own message would quote the file's content.
  if (!parsed.success)
    throw new Error(`${file} does not hold a sandbox account (${parsed.error.issues.map(({ path: at }) => at.join('.')).join(', ')})`)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
