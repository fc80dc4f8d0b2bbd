import type { Logger } from 'pino'
import type { Pool } from '../../prisma/client.ts'
import { livingNodes } from '../../prisma/nodes/livingNodes.ts'
import { isNewerRelease } from '../../schema/releases.ts'
import { VERSION } from '../../schema/version.ts'

const LOOK_MS = 2_000

export interface GatewayWatchParts {
  readonly pool: Pool
  readonly log: Pick<Logger, 'warn' | 'error'>
}

/** Looks every two seconds whether a gateway of a newer release than this engine's is at work. */
export class GatewayWatch {
  readonly #pool: Pool
  readonly #log: GatewayWatchParts['log']
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | null = null
  #newer: string | null = null
  #failing = false

  constructor({ pool, log }: GatewayWatchParts) {
    this.#pool = pool
    this.#log = log
  }

  /** Its version; null: there is none, by the database's last answer. */
  get newer(): string | null {
    return this.#newer
  }

  /** Reads a first time, then repeats. Rejects when the database does not answer; it may then be called again. */
  async start(): Promise<void> {
    await this.#look()
    this.#timer = setInterval(() => void this.#lookAgain(), LOOK_MS)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }

  #lookAgain(): Promise<void> {
    this.#looking ??= this.#look()
      .then(() => (this.#failing = false))
      .catch((error: unknown) => {
        if (!this.#failing) this.#log.warn({ err: error }, 'the versions of the gateways could not be read')
        this.#failing = true
      })
      .then(() => void (this.#looking = null))
    return this.#looking
  }

  async #look(): Promise<void> {
    const nodes = await livingNodes(this.#pool)
    const newer = nodes.find(({ kind, version }) => kind === 'GATEWAY' && isNewerRelease(version, VERSION))?.version ?? null
    if (newer === this.#newer) return
    this.#newer = newer
    if (newer === null) this.#log.warn('no gateway is newer than this engine any more: entries are allowed again')
    else
      this.#log.error({ gateway: newer, engine: VERSION }, 'a gateway is of a newer release: nothing is opened until this engine is, too')
  }
}
