import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Instant } from '../../schema/time.ts'

const KEY_BYTES = 32
const keyFile = z.object({ key: z.base64url(), madeAt: z.number() })

export interface StoredKey {
  /** 256 random bits. */
  readonly key: Uint8Array
  readonly madeAt: Instant
}

/** Where the gateways that share a data folder keep their keys. */
export function keyFolder(home: string): string {
  return path.join(home, 'gateway-keys')
}

/** Reads a key; null when there is none of that name. Throws when the file holds no such key. */
export async function readKey(home: string, name: string): Promise<StoredKey | null> {
  const file = path.join(keyFolder(home), `${name}.json`)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  })
  if (text === null) return null
  const stored = keyFile.parse(JSON.parse(text))
  const key = new Uint8Array(Buffer.from(stored.key, 'base64url'))
  if (key.length !== KEY_BYTES) throw new Error(`${file}: the key has ${key.length} bytes, expected ${KEY_BYTES}`)
  return { key, madeAt: stored.madeAt }
}

/** Makes a key (mode 0600) unless one of that name is there; of several gateways one wins, and all get its key. */
export async function makeKey(home: string, name: string): Promise<StoredKey> {
  const there = await readKey(home, name)
  if (there) return there
  const folder = keyFolder(home)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = path.join(folder, `.${randomUUID()}`)
  await writeFile(draft, JSON.stringify({ key: randomBytes(KEY_BYTES).toString('base64url'), madeAt: Date.now() }), { mode: 0o600 })
  try {
    // A hard link appears whole or not at all, and fails when another gateway was first.
    await link(draft, path.join(folder, `${name}.json`))
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await unlink(draft)
  }
  const made = await readKey(home, name)
  if (!made) throw new Error(`The key ${name} was removed while it was being made.`)
  return made
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
