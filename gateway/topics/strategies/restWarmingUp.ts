import { z } from 'zod'
import type { WarmingUp } from '../../../schema/graphql/warmingUp.ts'

export const restWarmingUpSchema = z.object({
  sessions: z.int(),
  sessionsNeeded: z.int(),
  readyAt: z.iso.datetime().nullable(),
})

/** What a strategy lacks to signal, in the REST shape. */
export function restWarmingUp({ sessions, sessionsNeeded, readyAt }: WarmingUp): z.infer<typeof restWarmingUpSchema> {
  return { sessions, sessionsNeeded, readyAt: readyAt && readyAt.toISOString() }
}
