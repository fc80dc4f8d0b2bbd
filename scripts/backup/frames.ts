import { z } from 'zod'
import type { ByteReader } from './ByteReader.ts'

const HEAD_BYTES = 5
const FRAME_LIMIT = 1 << 26
const KINDS = { entry: 'J', data: 'D', end: 'E' } as const

/** What comes one after the other in a backup: a file of the data folder, a table, a sequence. */
const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), name: z.string() }),
  z.object({ kind: z.literal('table'), schema: z.string(), name: z.string(), columns: z.array(z.string()) }),
  z.object({ kind: z.literal('sequence'), schema: z.string(), name: z.string(), value: z.string(), called: z.boolean() }),
])
export type Entry = z.infer<typeof entry>
const end = z.object({ rows: z.number().nullable() })

/** An entry begins, has data, and ends, a table with its count of rows. */
export type Frame =
  | { readonly is: 'entry'; readonly entry: Entry }
  | { readonly is: 'data'; readonly data: Uint8Array }
  | { readonly is: 'end'; readonly rows: number | null }

export const entryFrame = (given: Entry): Uint8Array => frame(KINDS.entry, Buffer.from(JSON.stringify(given)))
export const dataFrame = (data: Uint8Array): Uint8Array => frame(KINDS.data, data)
export const endFrame = (rows: number | null): Uint8Array => frame(KINDS.end, Buffer.from(JSON.stringify({ rows })))

function frame(kind: string, body: Uint8Array): Uint8Array {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(kind, 'latin1')
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

/** The frames of a backup that was opened. Rejects for anything else. */
export async function* readFrames(source: ByteReader): AsyncGenerator<Frame> {
  for (;;) {
    const head = await source.read(HEAD_BYTES)
    if (head === null) return
    const length = head.readUInt32BE(1)
    const body = length === 0 ? Buffer.alloc(0) : length <= FRAME_LIMIT ? await source.read(length) : null
    if (body === null) throw new Error('it ends too early')
    const kind = head.toString('latin1', 0, 1)
    if (kind === KINDS.data) yield { is: 'data', data: body }
    else if (kind === KINDS.entry) yield { is: 'entry', entry: entry.parse(JSON.parse(body.toString())) }
    else if (kind === KINDS.end) yield { is: 'end', rows: end.parse(JSON.parse(body.toString())).rows }
    else throw new Error(`it has a part of kind "${kind}"`)
  }
}
