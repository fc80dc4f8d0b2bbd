import { vi } from 'vitest'
import type { LastingEvent } from '../../../schema/events/SakhaEvent.ts'
import type { Hearing } from '../port.ts'

/** What a listener hears, to be waited for. For tests only. */
export class Heard implements Hearing {
  readonly events: LastingEvent[] = []
  readonly numbers: number[] = []
  reconnects = 0
  readonly since?: number

  constructor(since?: number) {
    if (since !== undefined) this.since = since
  }

  readonly onEvent = (event: LastingEvent, number: number) => {
    this.events.push(event)
    this.numbers.push(number)
  }

  readonly onReconnect = () => {
    this.reconnects++
  }

  /** The ids of the trades that events were of. */
  get trades(): string[] {
    return this.events.flatMap((event) => ('tradeId' in event ? [event.tradeId] : []))
  }

  /** Waits until as many events were heard, or more. */
  async count(count: number): Promise<void> {
    await vi.waitUntil(() => this.events.length >= count, { timeout: 30_000, interval: 5 })
  }
}
