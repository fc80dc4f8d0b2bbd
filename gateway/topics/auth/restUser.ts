import { z } from 'zod'
import type { User } from '../../../schema/graphql/auth.ts'

export const restUserSchema = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['user', 'admin']),
  tradingIndex: z.string(),
  createdAt: z.iso.datetime(),
  emailVerified: z.boolean(),
  pendingEmail: z.string().nullable(),
  twoFactor: z.boolean(),
})

/** A user in the REST shape. */
export function restUser(user: User): z.infer<typeof restUserSchema> {
  return { _id: user.id, ...user, createdAt: user.createdAt.toISOString() }
}
