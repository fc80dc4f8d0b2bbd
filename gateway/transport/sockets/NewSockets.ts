import { err, ok, type Result } from '../../../schema/errors.ts'
import { MINUTE, SECOND, type Instant } from '../../../schema/time.ts'

/** Sockets per address and minute, and those of them without a token yet. */
const MAX_A_MINUTE = 300
const MAX_STRANGERS = 50
/** A silent socket has been closed by then. */
const STRANGER_SECONDS = 3

/** A socket that has not authenticated yet. */
export interface Stranger {
  /** It has authenticated, or is gone. */
  leave(): void
}

/** Limits the sockets that network addresses open: idle ones cannot fill the server. */
export class NewSockets {
  readonly #strangers = new Map<string, number>()
  /** Of the minute that began at `#since`. */
  readonly #opened = new Map<string, number>()
  #since: Instant = 0

  /** Registers a new socket; the error: seconds until another may be opened. */
  admit(address: string, now: Instant): Result<Stranger, number> {
    if (now - this.#since >= MINUTE) {
      this.#opened.clear()
      this.#since = now
    }
    const opened = this.#opened.get(address) ?? 0
    if (opened >= MAX_A_MINUTE) return err(Math.ceil((this.#since + MINUTE - now) / SECOND))
    const strangers = this.#strangers.get(address) ?? 0
    if (strangers >= MAX_STRANGERS) return err(STRANGER_SECONDS)
    this.#opened.set(address, opened + 1)
    this.#strangers.set(address, strangers + 1)
    let here = true
    return ok({
      leave: () => {
        if (!here) return
        here = false
        const left = (this.#strangers.get(address) ?? 0) - 1
        if (left > 0) this.#strangers.set(address, left)
        else this.#strangers.delete(address)
      },
    })
  }
}
