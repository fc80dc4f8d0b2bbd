import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { deviceOf } from '../../security/deviceOf.ts'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { channelInput, markReadInput, notificationSettingsInput, notificationsInput } from './input.ts'
import type { NotificationService } from './service.ts'

const notification = z.object({
  ...{ id: z.string(), kind: z.string(), time: z.iso.datetime(), title: z.string(), text: z.string() },
  ...{ link: z.string(), read: z.boolean() },
  group: z
    .object({ key: z.string(), many: z.string(), todo: z.string() })
    .nullable()
    .describe('What it has in common with others that say the same again; `many` goes after their number'),
})
const page = z.object({ notifications: z.array(notification), next: z.string().nullable() })
const EXAMPLE_NOTIFICATION: z.input<typeof notification> = {
  ...{ id: 'trade-closed.01a1f3c0-7d1e-7c55-9a41-6f0c3b2d8e11', kind: 'TRADE_CLOSED', time: '2026-11-20T05:02:11.250Z' },
  ...{ title: 'NIFTY 24 Nov 24500 CE closed', text: 'EMA Crossover: the premium reached the target', link: '/history', read: false },
  group: null,
}
const kinds = z.array(z.string())
const settings = z.object({
  ...{ inApp: kinds, email: kinds, telegram: kinds, webhook: kinds },
  quietHours: z.object({ from: z.string(), until: z.string() }).nullable(),
  telegramBot: z.object({ chatId: z.string(), tokenEnding: z.string() }).nullable(),
  webhookUrl: z.string().nullable(),
  suspended: z.array(z.string()).describe('Channels that are paused since the password was reset'),
  emailVerified: z.boolean(),
  problems: z.array(z.object({ channel: z.string(), problem: z.string(), givenUp: z.boolean(), time: z.iso.datetime() })),
})
const unread = z.object({ unread: z.int() })
const tags = ['notifications']

export function notificationRoutes(
  app: FastifyInstance,
  { services, signedIn, countAttempt }: RouteTools<{ readonly notifications: NotificationService }>,
): void {
  app.get(
    '/notifications',
    {
      schema: {
        tags,
        summary: 'What the user was told in the last 90 days, the latest first; `next` is the `after` of the following page',
        security: BEARER,
        querystring: jsonSchema(notificationsInput),
        response: answers(page, { example: { notifications: [EXAMPLE_NOTIFICATION], next: null } }),
      },
    },
    async (request) => {
      const { edges, pageInfo } = await services.notifications.page((await signedIn(request)).userId, request.query)
      return success({ notifications: edges.map(({ node }) => node), next: pageInfo.hasNextPage ? pageInfo.endCursor : null })
    },
  )

  app.get(
    '/notifications/unread-count',
    { schema: { tags, summary: 'How many are unread; 100 stands for any more', security: BEARER, response: answers(unread) } },
    async (request) => success({ unread: await services.notifications.unread((await signedIn(request)).userId) }),
  )

  app.post(
    '/notifications/read',
    {
      schema: {
        tags,
        summary: 'Mark some, or without ids all, as read',
        security: BEARER,
        body: jsonSchema(markReadInput),
        response: answers(unread),
      },
    },
    async (request) => success({ unread: await services.notifications.markRead((await signedIn(request)).userId, request.body) }),
  )

  app.get(
    '/notifications/settings',
    { schema: { tags, summary: 'What the user wants to be notified of, and where', security: BEARER, response: answers(settings) } },
    async (request) => success(await services.notifications.settings((await signedIn(request)).userId)),
  )

  app.put(
    '/notifications/settings',
    {
      schema: {
        tags,
        summary:
          'Change what is given; the secret of a new webhook is shown this once. Another webhook or bot needs a password given within ten minutes',
        security: BEARER,
        body: jsonSchema(notificationSettingsInput(false)),
        response: answers(z.object({ settings, webhookSecret: z.string().nullable() })),
      },
    },
    async (request) =>
      success(await services.notifications.update(await signedIn(request), request.body, deviceOf(request)), 'Settings saved.'),
  )

  app.post(
    '/notifications/resume',
    {
      schema: {
        tags,
        summary: 'Confirm a webhook or bot that was paused when the password was reset; needs a password given within ten minutes',
        security: BEARER,
        body: jsonSchema(channelInput),
        response: answers(settings),
      },
    },
    async (request) =>
      success(
        await services.notifications.resume(await signedIn(request), request.body, deviceOf(request)),
        'Notifications go there again.',
      ),
  )

  app.post(
    '/notifications/test',
    {
      schema: {
        tags,
        summary: 'Send a test message now',
        security: BEARER,
        body: jsonSchema(channelInput),
        response: answers(z.object({ sent: z.boolean(), problem: z.string().nullable() })),
      },
    },
    async (request) => {
      const { userId } = await signedIn(request)
      await countAttempt('mail', request)
      return success(await services.notifications.test(userId, request.body))
    },
  )
}
