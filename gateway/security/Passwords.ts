import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'

/** OWASP's second argon2id setting: 19 MiB, two passes, one lane. The library hashes with argon2id unless told otherwise. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const MAX_PARALLEL = 4

/** Hashes and checks passwords, at most four at a time: a storm of sign-ins waits instead of eating memory. */
export class Passwords {
  #running = 0
  readonly #waiting: (() => void)[] = []
  /** Nobody's password: checked when there is no account, so that the answer takes as long as for a real one. */
  readonly #decoy = this.hash(randomBytes(32).toString('hex'))

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, ARGON2))
  }

  /** Whether the password fits the stored hash; `null` (no such account) takes the same time and is always false. */
  async matches(storedHash: string | null, password: string): Promise<boolean> {
    const against = storedHash ?? (await this.#decoy)
    const fits = await this.#inTurn(() => verify(against, password))
    return fits && storedHash !== null
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= MAX_PARALLEL) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running++
    try {
      return await work()
    } finally {
      // The place goes to the next in line, or is free again.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
