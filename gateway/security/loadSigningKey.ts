import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const KEY_BYTES = 32
const secretFile = z.object({ accessTokenKey: z.base64url() })

/**
 * The 256-bit key that signs access tokens, from `<home>/gateway-secret.json` (mode 0600).
 * The first start makes it; of several gateways that start together one wins and all use its key.
 * Rejects when the file is not readable or holds no such key.
 */
export async function loadSigningKey(home: string): Promise<Uint8Array> {
  const file = path.join(home, 'gateway-secret.json')
  const text = (await readIfThere(file)) ?? (await createOnce(file))
  const key = Buffer.from(secretFile.parse(JSON.parse(text)).accessTokenKey, 'base64url')
  if (key.length !== KEY_BYTES) throw new Error(`${file}: accessTokenKey has ${key.length} bytes, expected ${KEY_BYTES}`)
  return key
}

async function createOnce(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, JSON.stringify({ accessTokenKey: randomBytes(KEY_BYTES).toString('base64url') }), { mode: 0o600 })
  try {
    // A hard link appears whole or not at all, and fails when another gateway was first.
    await link(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await unlink(draft)
  }
  return readFile(file, 'utf8')
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
