import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

/** Texts by ids, as the web's build writes them (web/documentFiles.ts). */
const manifest = z.record(z.string(), z.string())

/**
 * The GraphQL documents of the built web by the ids it asks for them with; none where no web is built. Rejects when the build's manifest is
 * damaged.
 */
export async function readOwnDocuments(webRoot: string): Promise<ReadonlyMap<string, string>> {
  const file = path.join(webRoot, 'documents.json')
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return '{}'
    throw error
  })
  return new Map(Object.entries(manifest.parse(JSON.parse(text))))
}
