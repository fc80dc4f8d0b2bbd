import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { once } from 'node:events'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { CommandFailure } from '../../engine/cli/failures.ts'
import { dataFrame, endFrame, entryFrame } from './frames.ts'

/** What belongs to the database in its time: keys that open what is sealed in it, and the sandbox's accounts and market. Not the database's password. */
const KEPT = ['gateway-keys', 'broker-keys', 'sandbox-account.json', 'sandbox-accounts.json', 'sandbox-market.json', 'sandbox-ledger']

/** The files of a data folder that belong in a backup, as frames. Files that grow meanwhile are read as far as they went. */
export async function* dumpFiles(home: string): AsyncGenerator<Uint8Array> {
  for (const name of (await Promise.all(KEPT.map((kept) => filesOf(home, kept)))).flat()) {
    const file = path.join(home, name)
    const { size } = await stat(file)
    yield entryFrame({ kind: 'file', name })
    if (size > 0) for await (const chunk of createReadStream(file, { end: size - 1 }) as AsyncIterable<Buffer>) yield dataFrame(chunk)
    yield endFrame(null)
  }
}

async function filesOf(home: string, kept: string): Promise<readonly string[]> {
  const found = await stat(path.join(home, kept)).catch(() => null)
  if (found === null) return []
  if (found.isFile()) return [kept]
  const entries = await readdir(path.join(home, kept), { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() && !entry.name.startsWith('.') ? [path.join(kept, entry.name)] : []))
}

/** Files of a backup on their way into a data folder: none stands there under its name before all of the backup does. */
export class RestoredFiles {
  readonly #home: string
  readonly #drafts = new Map<string, string>()
  #open: WriteStream | null = null

  constructor(home: string) {
    this.#home = home
  }

  /** How many there are. */
  get count(): number {
    return this.#drafts.size
  }

  /** Begins a file. Rejects with CommandFailure for a name that leads elsewhere. */
  async begin(name: string): Promise<void> {
    if (!KEPT.includes(name.split(path.sep)[0] ?? '') || name.split(path.sep).includes('..'))
      throw new CommandFailure(`The backup holds a file ${name}, which is none of the data folder.`)
    const file = path.join(this.#home, name)
    const draft = `${file}.restoring`
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    this.#drafts.set(file, draft)
    this.#open = createWriteStream(draft, { mode: path.dirname(name) === 'broker-keys' ? 0o400 : 0o600, flush: true })
    // The next write throws it.
    this.#open.on('error', () => undefined)
  }

  async write(data: Uint8Array): Promise<void> {
    if (this.#open?.errored) throw this.#open.errored
    if (this.#open && !this.#open.write(data)) await once(this.#open, 'drain')
  }

  /** Ends the file. Rejects with CommandFailure when another stands in its place already. */
  async end(): Promise<void> {
    const written = this.#open
    if (!written) return
    this.#open = null
    written.end()
    await finished(written)
    const draft = String(written.path)
    const file = draft.replace(/\.restoring$/, '')
    const there = await readFile(file).catch(() => null)
    if (there !== null && !there.equals(await readFile(draft)))
      throw new CommandFailure(
        `${file} is there already, and is another than in the backup. Restore into a data folder of its own (SAKHA_HOME).`,
      )
  }

  /** Puts all in place. */
  async keep(): Promise<void> {
    for (const [file, draft] of this.#drafts) await rename(draft, file)
  }

  /** Leaves the folder as it was. */
  async discard(): Promise<void> {
    this.#open?.destroy()
    for (const draft of this.#drafts.values()) await rm(draft, { force: true })
  }
}
