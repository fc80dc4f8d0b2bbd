import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../../schema/wholeFiles.ts'

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
    replaceFile(this.#path, JSON.stringify(order))
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
