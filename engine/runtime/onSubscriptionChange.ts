import { listen, type BusSubscription } from '../../prisma/bus.ts'

/** Calls `changed` whenever somebody's subscriptions are, or may be, not what they were. Rejects when the database cannot be reached at first. */
export async function onSubscriptionChange(databaseUrl: string, changed: () => void): Promise<BusSubscription> {
  const onEvent: Parameters<typeof listen>[1] = ({ type }) => {
    if (type === 'subscription.changed') changed()
  }
  // What was missed while the connection was lost is unknown.
  return listen(databaseUrl, onEvent, changed)
}
