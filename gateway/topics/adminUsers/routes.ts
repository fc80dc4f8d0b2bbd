import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ManagedUser, ManagedUserDetails } from '../../../schema/graphql/managedUsers.ts'
import { ROLES } from '../../../schema/roles.ts'
import { TRADE_MODES } from '../../../schema/TradeMode.ts'
import { TRADE_STATUSES } from '../../../schema/trading/TradeStatus.ts'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { deviceOf } from '../../security/deviceOf.ts'
import type { Admin } from '../adminStrategies/service.ts'
import { brokerCredentialsSchema, restBrokerCredentials } from '../broker/restBroker.ts'
import { restSession, sessionSchema } from '../sessions/restSession.ts'
import { actInput, changeInput, roleInput, userKeyInput, usersInput } from './input.ts'
import type { AdminUserService } from './service.ts'

const time = z.iso.datetime()
const userSchema = z.object({
  ...{ id: z.string(), name: z.string(), email: z.string(), role: z.enum(ROLES) },
  ...{ createdAt: time, emailVerified: z.boolean(), twoFactor: z.boolean() },
  ...{ suspendedAt: time.nullable(), lastSeenAt: time.nullable(), updatedAt: time },
  ...{ runningTrades: z.int(), runningPaperTrades: z.int(), runningLiveTrades: z.int() },
  ...{ todayPaperNet: z.number().nullable(), todayLiveNet: z.number().nullable() },
})
const detailsSchema = userSchema.extend({
  ...{ pendingEmail: z.string().nullable(), brokerCredentials: brokerCredentialsSchema },
  ...{ paperFunds: z.number(), maxDailyLoss: z.number().nullable(), squareOffAtDailyLoss: z.boolean(), maxOpenTrades: z.int() },
  sessions: z.array(sessionSchema),
  subscriptions: z.array(
    z.object({
      ...{ id: z.string(), strategy: z.string(), version: z.int(), isActive: z.boolean() },
      ...{ mode: z.enum(TRADE_MODES), lots: z.int().nullable() },
    }),
  ),
  stop: z
    .object({ id: z.string(), squareOff: z.boolean(), reason: z.string(), since: time, byOwner: z.boolean(), ownerToo: z.boolean() })
    .nullable(),
  closedTrades: z.int(),
  trades: z.array(
    z.object({
      ...{ id: z.string(), option: z.string(), strategy: z.string(), mode: z.enum(TRADE_MODES) },
      ...{ status: z.enum(TRADE_STATUSES), entryTime: time, netProfitLossRs: z.number().nullable() },
    }),
  ),
  acts: z.array(z.object({ sequence: z.int(), at: time, text: z.string(), by: z.string(), reason: z.string().nullable() })),
})

export function adminUserRoutes(
  app: FastifyInstance,
  { services: { adminUsers }, signedIn }: RouteTools<{ readonly adminUsers: AdminUserService }>,
): void {
  const documented = { tags: ['admin'], security: BEARER }

  app.get(
    '/admin/users',
    {
      schema: {
        ...documented,
        summary: 'Accounts, the newest first unless sorted otherwise; `next` is the `after` of the following page',
        querystring: jsonSchema(usersInput),
        response: answers(z.object({ users: z.array(userSchema), total: z.int(), next: z.string().nullable() })),
      },
    },
    async (request) => {
      const { edges, pageInfo, total } = await adminUsers.list(await signedIn(request), request.query)
      return success({ users: edges.map(({ node }) => restUser(node)), total, next: pageInfo.hasNextPage ? pageInfo.endCursor : null })
    },
  )

  app.get(
    '/admin/users/:id',
    { schema: { ...documented, summary: 'One account', params: jsonSchema(userKeyInput), response: answers(detailsSchema) } },
    async (request) => success(restDetails(await adminUsers.one(await signedIn(request), request.params))),
  )

  type Act = (admin: Admin, input: unknown) => Promise<ManagedUserDetails>
  const act = (path: string, summary: string, input: z.ZodObject, run: Act, done: (user: ManagedUserDetails) => string) =>
    app.post(
      `/admin/users/:id/${path}`,
      {
        schema: {
          ...{ ...documented, summary, params: jsonSchema(userKeyInput), response: answers(detailsSchema) },
          body: jsonSchema(input.omit({ id: true })),
        },
      },
      async (request) => {
        const admin = { caller: await signedIn(request), device: deviceOf(request) }
        const user = await run(admin, inputOf(request))
        return success(restDetails(user), done(user))
      },
    )

  act(
    'suspend',
    'End every session of an account and let nobody sign in',
    changeInput,
    (admin, input) => adminUsers.suspend(admin, input),
    ({ email }) =>
      `${email} is suspended: all its sessions have ended, no new trade is opened for it, and its open ones run to their own exit.`,
  )
  act(
    'restore',
    'Let the owner of a suspended account sign in again',
    changeInput,
    (admin, input) => adminUsers.restore(admin, input),
    ({ email }) => `${email} may sign in again.`,
  )
  act(
    'role',
    'Make an account an admin’s or a user’s; its sessions end',
    roleInput,
    (admin, input) => adminUsers.setRole(admin, input),
    ({ email, role }) => `The role of ${email} is ${role}: all its sessions have ended.`,
  )
  act(
    'end-sessions',
    'End every session of an account',
    actInput,
    (admin, input) => adminUsers.endSessions(admin, input),
    ({ email }) => `${email} is signed out everywhere.`,
  )
  act(
    'resend-verification',
    'Mail the link that confirms an address of the account again',
    actInput,
    (admin, input) => adminUsers.resendVerification(admin, input),
    ({ email }) => `The link to ${email} is on its way, unless one was sent moments ago.`,
  )
}

function inputOf({ body, params }: FastifyRequest): object {
  return { ...(body as object), ...(params as object) }
}

function restUser(user: ManagedUser): z.infer<typeof userSchema> {
  const { createdAt, suspendedAt, lastSeenAt, updatedAt } = user
  return {
    ...user,
    createdAt: createdAt.toISOString(),
    suspendedAt: suspendedAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  }
}

function restDetails(user: ManagedUserDetails): z.infer<typeof detailsSchema> {
  return {
    ...user,
    ...restUser(user),
    brokerCredentials: restBrokerCredentials(user.brokerCredentials),
    sessions: user.sessions.map(restSession),
    stop: user.stop && { ...user.stop, since: user.stop.since.toISOString() },
    trades: user.trades.map(({ entryTime, ...trade }) => ({ ...trade, entryTime: entryTime.toISOString() })),
    acts: user.acts.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
  }
}
