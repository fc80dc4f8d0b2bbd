import { z } from 'zod'
import type { WarmingUp } from '../../../schema/graphql/warmingUp.ts'

export const restWarmingUpSchema = z.object({
  sessions: z.int(),
  sessionsNeeded: z.int(),
  readyAt: z.iso.datetime().nullable(),
})

/** The history a strategy lacks before it can signal, in the REST shape. */
export function restWarmingUp({ sessions, sessionsNeeded, readyAt }: WarmingUp): z.infer<typeof restWarmingUpSchema> {
  return { sessions, sessionsNeeded, readyAt: readyAt && readyAt.toISOString() }
}
