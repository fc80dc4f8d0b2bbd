import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** A stop of everything, until it is lifted. */
const stopOrder = z.object({ squareOff: z.boolean(), reason: z.string() })
export type StopAll = Readonly<z.infer<typeof stopOrder>>

/** What an unreadable file stands for: its author wanted a stop. */
const UNREADABLE: StopAll = { squareOff: false, reason: 'the file stop.json in the data folder' }

/** A stop of everything that waits in the data folder for the engines of this machine: it reaches them without a database. */
export class StopFile {
  readonly #path: string

  /** `home`: the data folder. */
  constructor(home: string) {
    this.#path = path.join(home, 'stop.json')
  }

  /** Throws when the folder is missing or not writable. */
  write(order: StopAll): void {
    const draft = `${this.#path}.${process.pid}`
    writeFileSync(draft, JSON.stringify(order), { mode: 0o600 })
    renameSync(draft, this.#path)
  }

  /** Null when none waits. */
  read(): StopAll | null {
    if (!existsSync(this.#path)) return null
    try {
      return stopOrder.parse(JSON.parse(readFileSync(this.#path, 'utf8')))
    } catch {
      return existsSync(this.#path) ? UNREADABLE : null
    }
  }

  remove(): void {
    rmSync(this.#path, { force: true })
  }
}
