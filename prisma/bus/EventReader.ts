import type pg from 'pg'
import { parseMessage, type Message } from './message.ts'
import { newestNumber } from './newestNumber.ts'
import type { Hearing } from './port.ts'

const MESSAGES_AT_ONCE = 200

/** From messages, which may be missed with a connection, to events, each once and in order: what was missed is read from where it is kept. */
export class EventReader {
  readonly #hearing: Hearing
  /** The number of the last event that was heard; null before it is known from where on to hear. */
  #last: number | null
  #client: pg.Client | null = null
  #reading: Promise<void> | null = null
  /** Came while what was before them was read. */
  #early: Message[] = []

  constructor(hearing: Hearing) {
    this.#hearing = hearing
    this.#last = hearing.since ?? null
  }

  /** The number of the last event that was heard; 0 before anything is known. */
  get lastNumber(): number {
    return this.#last ?? 0
  }

  /** Takes one notification. */
  take(payload: string): void {
    const message = parseMessage(payload)
    if (!message) process.emitWarning('A notification on the bus holds no events and was passed over.')
    else if (this.#reading) this.#early.push(message)
    // If the connection is lost meanwhile, the next catches up again.
    else if (!this.#hear(message) && this.#client) void this.catchUp(this.#client).catch(() => undefined)
  }

  /** Hears what is kept and was not heard; the first time, unless it is known from where on, nothing. While that is under way, it counts. */
  catchUp(client: pg.Client): Promise<void> {
    this.#reading ??= this.#read(client).finally(() => {
      this.#reading = null
      for (const message of this.#early.splice(0)) this.#hear(message)
    })
    return this.#reading
  }

  async #read(client: pg.Client): Promise<void> {
    this.#client = client
    if (this.#last === null) {
      this.#last = await newestNumber(client)
      return
    }
    let count: number
    do {
      // The message heard last is among them, or what follows it is not known.
      const { rows } = await client.query<{ payload: string }>(KEPT, [this.#last, MESSAGES_AT_ONCE])
      count = rows.length
      const isComplete = count === 0 ? this.#last === 0 : rows.every(({ payload }) => this.#hearKept(payload))
      if (isComplete) continue
      this.#last = await newestNumber(client)
      this.#hearing.onReconnect()
    } while (count === MESSAGES_AT_ONCE)
  }

  #hearKept(payload: string): boolean {
    const message = parseMessage(payload)
    return message !== null && this.#hear(message)
  }

  /** False when some before it were missed. */
  #hear({ number, events }: Message): boolean {
    const last = this.#last
    const before = number - events.length
    if (last === null || before > last) return false
    for (const [i, event] of events.entries()) {
      if (before + i < last) continue
      this.#last = before + i + 1
      this.#hearing.onEvent(event, this.#last)
    }
    return true
  }
}

/** $1 a number, $2 how many messages: with its own the first ones from there on. Raw SQL: on the connection that listens. */
const KEPT = 'SELECT payload FROM "BusMessage" WHERE number >= $1 ORDER BY number LIMIT $2'
