import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { SmartApiConfig } from './SmartApiConfig.ts'

const account = z.object({
  clientCode: z.string().min(1),
  pin: z.string().min(1),
  totpSecret: z.string().min(1),
  apiKey: z.string().min(1),
})

/**
 * Where the sandbox exchange of this machine is, and the account it made for the engine at its first start.
 * Rejects while the account's file is missing or incomplete.
 */
export async function sandboxConnection(home: string, port: number): Promise<SmartApiConfig> {
  const file = path.join(home, 'sandbox-account.json')
  const parsed = account.safeParse(parseJson(await readFile(file, 'utf8')))
  // The parser's own message would quote the file's content.
  if (!parsed.success)
    throw new Error(`${file} does not hold a sandbox account (${parsed.error.issues.map(({ path: at }) => at.join('.')).join(', ')})`)
  const restUrl = `http://127.0.0.1:${port}`
  return {
    ...parsed.data,
    restUrl,
    feedUrl: `ws://127.0.0.1:${port}/smart-stream`,
    updatesUrl: `ws://127.0.0.1:${port}/smart-order-update`,
    masterUrl: `${restUrl}/OpenAPI_File/files/OpenAPIScripMaster.json`,
    clockUrl: `${restUrl}/sandbox/clock`,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
