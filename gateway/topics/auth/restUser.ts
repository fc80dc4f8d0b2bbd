import { ROLES } from '../../../schema/roles.ts'
import { z } from 'zod'
import type { User } from '../../../schema/graphql/auth.ts'
import { brokerCredentialsSchema, restBrokerCredentials } from '../broker/restBroker.ts'

export const restUserSchema = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  tradingIndex: z.string(),
  createdAt: z.iso.datetime(),
  emailVerified: z.boolean(),
  pendingEmail: z.string().nullable(),
  twoFactor: z.boolean(),
  brokerCredentials: brokerCredentialsSchema,
})

/** A user in the REST shape. */
export function restUser(user: User): z.infer<typeof restUserSchema> {
  const { createdAt, brokerCredentials } = user
  return { _id: user.id, ...user, createdAt: createdAt.toISOString(), brokerCredentials: restBrokerCredentials(brokerCredentials) }
}
