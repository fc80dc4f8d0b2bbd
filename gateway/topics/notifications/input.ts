import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { ALWAYS_TOLD, NOTIFICATION_CHANNELS, NOTIFICATION_KINDS } from '../../../schema/notificationKinds.ts'
import { parseTimeOfDay } from '../../../schema/time.ts'
import { given } from '../../kit/given.ts'
import { flag, wholeNumber } from '../../kit/inputFields.ts'
import { webhookUrlMistake } from './webhookUrlMistake.ts'

/** Each kind once, in the order of the screens. */
const kinds = (name: string) =>
  z
    .array(
      z.enum(NOTIFICATION_KINDS, { error: (issue) => `${name} must be of ${NOTIFICATION_KINDS.join(', ')}, got ${given(issue.input)}` }),
      { error: `${name} must be a list of kinds` },
    )
    .max(100, `${name} must have at most 100 entries`)
    .transform((given) => NOTIFICATION_KINDS.filter((kind) => given.includes(kind)))

const timeOfDay = (name: string) =>
  z
    .string({ error: `${name} must be a time HH:MM` })
    .refine((text) => parseTimeOfDay(text) !== null, { error: (issue) => `${name} must be a time HH:MM, got ${given(issue.input)}` })

export const notificationsInput = z.object({
  first: wholeNumber('first', 1, LIMITS.notifications.max).nullish(),
  after: z.string({ error: 'after must be a cursor' }).max(200, 'after must be a cursor').nullish(),
  unreadOnly: flag('unreadOnly'),
  kinds: z.preprocess((value) => (typeof value === 'string' ? value.split(',') : value), kinds('kinds').nullish()),
})

export const markReadInput = z.object({
  ids: z
    .array(z.string({ error: 'ids must be ids of notifications' }).max(100, 'ids must be ids of notifications'))
    .max(LIMITS.notifications.max, `ids must be at most ${LIMITS.notifications.max}`)
    .nullish()
    .describe('Left out: all'),
})

export const channelInput = z.object({
  channel: z.enum(NOTIFICATION_CHANNELS, {
    error: (issue) => `channel must be one of ${NOTIFICATION_CHANNELS.join(', ')}, got ${given(issue.input)}`,
  }),
})

/** `privateHosts`: whether webhooks may go to private addresses. */
export const notificationSettingsInput = (privateHosts: boolean) =>
  z.object({
    inApp: kinds('inApp')
      .refine((given) => given.includes(ALWAYS_TOLD), `inApp must have ${ALWAYS_TOLD}: it is always shown`)
      .nullish(),
    email: kinds('email')
      .refine((given) => !given.includes(ALWAYS_TOLD), `email must not have ${ALWAYS_TOLD}: it is always mailed`)
      .nullish(),
    telegram: kinds('telegram').nullish(),
    webhook: kinds('webhook').nullish(),
    quietHours: z
      .object({ from: timeOfDay('from'), until: timeOfDay('until') }, { error: 'quietHours must have from and until' })
      .refine(({ from, until }) => from !== until, 'Quiet hours must end at another time than they begin')
      .nullish(),
    telegramBot: z
      .object(
        {
          token: z.string().regex(/^\d{5,20}:[\w-]{30,60}$/, 'The token of the bot looks like 123456789:ABC…'),
          chatId: z.string().regex(/^(-?\d{1,20}|@\w{5,32})$/, 'The chat is a number or @channel'),
        },
        { error: 'telegramBot must have token and chatId' },
      )
      .nullish(),
    webhookUrl: z
      .string({ error: 'webhookUrl must be an address' })
      .superRefine((text, context) => {
        const mistake = webhookUrlMistake(text, privateHosts)
        if (mistake !== null) context.addIssue({ code: 'custom', message: mistake })
      })
      // The normalised address, every special character escaped. Complains about anything that is no address.
      .transform((text) => (URL.canParse(text) ? new URL(text).href : text))
      .nullish(),
  })
