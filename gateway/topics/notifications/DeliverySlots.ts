import type { NotificationChannel } from '../../../schema/notificationKinds.ts'

/** Concurrent deliveries in one gateway: per user and channel … */
const PER_LANE = 2
/** … and per channel over all users. A full channel blocks no other. */
const PER_CHANNEL: Readonly<Record<NotificationChannel, number>> = { EMAIL: 10, TELEGRAM: 50, WEBHOOK: 100 }

/** Who is sending what: a slow receiver takes slots of its own user only. */
export class DeliverySlots {
  readonly #lanes: Readonly<Record<NotificationChannel, Map<string, number>>> = {
    EMAIL: new Map(),
    TELEGRAM: new Map(),
    WEBHOOK: new Map(),
  }

  /** Free slots of a channel. */
  room(channel: NotificationChannel): number {
    let taken = 0
    for (const count of this.#lanes[channel].values()) taken += count
    return Math.max(0, PER_CHANNEL[channel] - taken)
  }

  /** Users without a free slot in a channel. */
  fullLanes(channel: NotificationChannel): string[] {
    return [...this.#lanes[channel]].flatMap(([userId, count]) => (count >= PER_LANE ? userId : []))
  }

  isFull(userId: string, channel: NotificationChannel): boolean {
    return (this.#lanes[channel].get(userId) ?? 0) >= PER_LANE || this.room(channel) === 0
  }

  /** Takes a slot, full or not; the returned function releases it, once. */
  enter(userId: string, channel: NotificationChannel): () => void {
    const lane = this.#lanes[channel]
    lane.set(userId, (lane.get(userId) ?? 0) + 1)
    return () => {
      const left = (lane.get(userId) ?? 1) - 1
      if (left === 0) lane.delete(userId)
      else lane.set(userId, left)
    }
  }
}
