import { z } from 'zod'
import type { Session } from '../../../schema/graphql/sessions.ts'

const time = z.iso.datetime()
export const sessionSchema = z.object({
  ...{ id: z.string(), userAgent: z.string(), address: z.string(), current: z.boolean() },
  ...{ createdAt: time, lastUsedAt: time, expiresAt: time, endsAt: time },
})

/** A session in the REST shape. */
export function restSession({ createdAt, lastUsedAt, expiresAt, endsAt, ...session }: Session): z.infer<typeof sessionSchema> {
  return {
    ...session,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }
}
