import { Lanes } from '../../../prisma/jobs/Lanes.ts'

/** Deliveries at once in one gateway: of a user by one channel … */
const PER_USER = 2
/** … and of all users by it. A full channel blocks no other. */
const PER_CHANNEL: Readonly<Record<string, number>> = { EMAIL: 10, TELEGRAM: 50, WEBHOOK: 100 }

/** As many as fit into all channels. */
export const DELIVERIES_AT_ONCE = Object.values(PER_CHANNEL).reduce((sum, places) => sum + places, 0)

/** Of the task delivery.send: a slow receiver takes places of its own user only. */
export function openDeliveryLanes(): Lanes {
  return new Lanes((lane) => PER_CHANNEL[lane] ?? PER_USER)
}
