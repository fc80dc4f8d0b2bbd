import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Instant } from '../../schema/time.ts'
import { addFile } from '../../schema/wholeFiles.ts'

const KEY_BYTES = 32
const keyFile = z.object({
  key: z
    .base64url()
    .transform((text) => new Uint8Array(Buffer.from(text, 'base64url')))
    .refine(({ length }) => length === KEY_BYTES),
  madeAt: z.number(),
})

export interface StoredKey {
  /** 256 random bits. */
  readonly key: Uint8Array
  readonly madeAt: Instant
}

/** Where the gateways that share a data folder keep their keys. */
export function keyFolder(home: string): string {
  return path.join(home, 'gateway-keys')
}

/** Reads a key; null when there is none of that name. Throws one sentence, which names the file, when it holds no such key. */
export async function readKey(home: string, name: string): Promise<StoredKey | null> {
  const file = path.join(keyFolder(home), `${name}.json`)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  })
  if (text === null) return null
  try {
    return keyFile.parse(JSON.parse(text))
  } catch {
    // The parser's own message would quote the file's content.
    throw new Error(
      `${file} is damaged. Put it back from a backup; without one, remove it: a new key is made, and what this one opened stays shut.`,
    )
  }
}

/** Makes a key (mode 0600) unless one of that name is there; of several gateways one wins, and all get its key. */
export async function makeKey(home: string, name: string): Promise<StoredKey> {
  const there = await readKey(home, name)
  if (there) return there
  const folder = keyFolder(home)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  addFile(path.join(folder, `${name}.json`), JSON.stringify({ key: randomBytes(KEY_BYTES).toString('base64url'), madeAt: Date.now() }))
  const made = await readKey(home, name)
  if (!made) throw new Error(`The key ${name} was removed while it was being made.`)
  return made
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
