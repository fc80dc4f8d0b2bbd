import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { decoderOf, isGzip } from '../../schema/market/csv/fileEncoding.ts'
import { CommandFailure } from './failures.ts'

/**
 * Reads a text file piece by piece, unpacked and decoded as its first bytes say, and gives each to `take`; memory does not grow with the file.
 * Throws a CommandFailure naming the file and its error; rethrows what `take` throws.
 */
export async function readPieces(file: string, take: (text: string) => void | Promise<void>): Promise<void> {
  const refused: { error: unknown; is: boolean } = { error: null, is: false }
  const give = async (text: string) => {
    try {
      await take(text)
    } catch (error) {
      refused.error = error
      refused.is = true
      throw error
    }
  }
  const taken = async (pieces: AsyncIterable<Buffer>) => {
    let decoder: ReturnType<typeof decoderOf> | null = null
    for await (const piece of pieces) await give((decoder ??= decoderOf(piece)).decode(piece, { stream: true }))
    if (decoder) await give(decoder.decode())
  }
  try {
    const source: AsyncIterator<Buffer> = createReadStream(file)[Symbol.asyncIterator]()
    const first = await source.next()
    const pieces = async function* () {
      for (let piece = first; !piece.done; piece = await source.next()) yield piece.value
    }
    await (!first.done && isGzip(first.value) ? pipeline(pieces, createGunzip(), taken) : pipeline(pieces, taken))
  } catch (error) {
    if (refused.is) throw refused.error
    throw new CommandFailure(`${file}: ${reasonOf(error)}`, { cause: error })
  }
}

const REASONS = new Map([
  ['ENOENT', 'no such file'],
  ['EACCES', 'no permission to read it'],
  ['EISDIR', 'is a folder, not a file'],
  ['Z_DATA_ERROR', 'is not a gzip file, or is damaged'],
  ['Z_BUF_ERROR', 'is cut short'],
])

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return ('code' in error && typeof error.code === 'string' && REASONS.get(error.code)) || error.message
}
