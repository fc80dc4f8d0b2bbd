import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Instant } from '../../../schema/time.ts'
import { replaceFile } from '../../../schema/wholeFiles.ts'

const Times = z.record(z.string(), z.number().int())

/** How far each market has come, in one small file, so that a restarted sandbox goes on and never back. */
export class MarketTimeFile {
  readonly #path: string
  readonly #times: Record<string, Instant>

  /** Throws an Error that names the file when it is there but not readable as what this class writes. */
  constructor(path: string) {
    this.#path = path
    this.#times = existsSync(path) ? readTimes(path) : {}
  }

  read(marketId: string): Instant | null {
    return this.#times[marketId] ?? null
  }

  /** At some speeds a market time is no whole millisecond: the next one is kept. */
  write(marketId: string, time: Instant): void {
    const kept = Math.ceil(time)
    if (this.#times[marketId] === kept) return
    this.#times[marketId] = kept
    replaceFile(this.#path, JSON.stringify(this.#times))
  }
}

function readTimes(path: string): Record<string, Instant> {
  try {
    return Times.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new Error(`${path} is damaged; delete it to let the sandbox market begin again`)
  }
}
