import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import {
  NOTIFICATION_CHANNEL_TEXTS,
  NOTIFICATION_KIND_TEXTS,
  type NotificationChannel,
  type NotificationKind,
} from '../notificationKinds.ts'
import { SCREENS } from '../paths.ts'
import { PageInfo } from './PageInfo.ts'
import { NOTIFICATION_KINDS } from '../notificationKinds.ts'
import { COUNTED, Size } from './size.ts'

const named = (texts: Readonly<Record<string, string>>) => ({
  names: Object.fromEntries(Object.keys(texts).map((name) => [name, name])),
  valuesConfig: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { description: `${text}.` }])),
})
const kinds = named(NOTIFICATION_KIND_TEXTS)
export const NotificationKindEnum = kinds.names
registerEnumType(NotificationKindEnum, {
  name: 'NotificationKind',
  description: 'What a user is notified of.',
  valuesConfig: kinds.valuesConfig,
})
const channels = named(NOTIFICATION_CHANNEL_TEXTS)
export const NotificationChannelEnum = channels.names
registerEnumType(NotificationChannelEnum, {
  name: 'NotificationChannel',
  description: 'Where notifications are sent, beside the notification centre.',
  valuesConfig: channels.valuesConfig,
})

@ObjectType({ description: 'What notifications have in common that say the same again: they can be shown as one.' })
export class NotificationGroup {
  @Field({ description: 'The same of all of them, and of no others of that kind.' })
  key!: string

  @Field({ description: 'What they say, to be put after their number: `signals skipped: 5 of 5 trades used today`.' })
  many!: string

  @Field({ description: 'What to do about it, in a sentence.' })
  todo!: string
}

@ObjectType({ description: 'A notification of the user.' })
export class Notification {
  @Field(() => ID, { description: 'What happened and to what; unique among the notifications of one user.' })
  id!: string

  @Field(() => NotificationKindEnum, { description: 'What it is about.' })
  kind!: NotificationKind

  @Field({ description: 'When it happened, in real time.' })
  time!: Date

  @Field({ description: 'In a few words.' })
  title!: string

  @Field({ description: 'The same with its numbers.' })
  text!: string

  @Field({ description: `The page of the web where there is more, for example ${SCREENS.liveTrades}.` })
  link!: string

  @Field({ description: 'Whether the user has read it.' })
  read!: boolean

  @Field(() => NotificationGroup, { nullable: true, description: 'Null: it stands alone.' })
  group!: NotificationGroup | null
}

@ObjectType({ description: 'A notification in a page.' })
export class NotificationEdge {
  @Field({ description: '`after` of what is older.' })
  cursor!: string

  @Field(() => Notification, { description: 'The notification.' })
  node!: Notification
}

@ObjectType({ description: 'A page of notifications.' })
export class NotificationConnection {
  @Size(COUNTED)
  @Field(() => [NotificationEdge], { description: 'The latest first.' })
  edges!: NotificationEdge[]

  @Field(() => PageInfo, { description: 'Where the page lies.' })
  pageInfo!: PageInfo
}

@ObjectType({ description: 'Hours in which nothing is sent. They may go over midnight.' })
export class QuietHours {
  @Field({ description: 'HH:MM in India; from this minute on.' })
  from!: string

  @Field({ description: 'HH:MM in India; the first minute that is not quiet.' })
  until!: string
}

@ObjectType({ description: "The user's own Telegram bot." })
export class TelegramBot {
  @Field({ description: 'The chat it writes to.' })
  chatId!: string

  @Field({ description: 'The last two characters of its token; the rest is never shown.' })
  tokenEnding!: string
}

@ObjectType({ description: 'Why the last message to a channel failed.' })
export class DeliveryProblem {
  @Field(() => NotificationChannelEnum, { description: 'Where to.' })
  channel!: NotificationChannel

  @Field({ description: 'Why, in a sentence.' })
  problem!: string

  @Field({ description: 'Whether it was given up; otherwise it is tried again.' })
  givenUp!: boolean

  @Field({ description: 'When what it tells of happened.' })
  time!: Date
}

@ObjectType({ description: 'What the user wants to be notified of, and where.' })
export class NotificationSettings {
  @Size(NOTIFICATION_KINDS.length)
  @Field(() => [NotificationKindEnum], { description: 'Kinds that the notification centre shows.' })
  inApp!: NotificationKind[]

  @Size(NOTIFICATION_KINDS.length)
  @Field(() => [NotificationKindEnum], { description: 'Kinds also sent by e-mail, once the address is confirmed.' })
  email!: NotificationKind[]

  @Size(NOTIFICATION_KINDS.length)
  @Field(() => [NotificationKindEnum], { description: 'Kinds also sent by the Telegram bot.' })
  telegram!: NotificationKind[]

  @Size(NOTIFICATION_KINDS.length)
  @Field(() => [NotificationKindEnum], { description: 'Kinds also sent to the webhook.' })
  webhook!: NotificationKind[]

  @Field(() => QuietHours, { nullable: true, description: 'When nothing is sent; null: it always is.' })
  quietHours!: QuietHours | null

  @Field(() => TelegramBot, { nullable: true, description: 'Null: none.' })
  telegramBot!: TelegramBot | null

  @Field(() => String, { nullable: true, description: 'Where webhooks go; null: nowhere.' })
  webhookUrl!: string | null

  @Size(5)
  @Field(() => [NotificationChannelEnum], {
    description: 'Channels that are paused since the password was reset: nothing is sent there before the owner has confirmed them.',
  })
  suspended!: NotificationChannel[]

  @Field({ description: "Whether the account's e-mail address is confirmed; without that nothing is mailed there." })
  emailVerified!: boolean

  @Size(5)
  @Field(() => [DeliveryProblem], { description: 'Of the channels whose last message did not arrive.' })
  problems!: DeliveryProblem[]
}

@ObjectType({ description: 'Settings after a change.' })
export class SavedNotificationSettings {
  @Field(() => NotificationSettings, { description: 'As they are.' })
  settings!: NotificationSettings

  @Field(() => String, { nullable: true, description: 'What webhooks to a new address are signed with, shown this once; else null.' })
  webhookSecret!: string | null
}

@ObjectType({ description: 'What came of a test message.' })
export class TestNotification {
  @Field({ description: 'Whether it was taken.' })
  sent!: boolean

  @Field(() => String, { nullable: true, description: 'Why not, in a sentence.' })
  problem!: string | null
}

@InputType({ description: 'Hours in which nothing is sent.' })
export class QuietHoursInput {
  @Field({ description: 'HH:MM in India.' })
  from!: string

  @Field({ description: 'HH:MM in India; not the same as `from`.' })
  until!: string
}

@InputType({ description: 'A Telegram bot.' })
export class TelegramBotInput {
  @Field({ description: 'As BotFather gave it, 123456789:ABC…' })
  token!: string

  @Field({ description: 'The chat it writes to: a number, or @channel.' })
  chatId!: string
}

@InputType({ description: 'Changes to the notification settings; what is left out stays.' })
export class NotificationSettingsInput {
  @Field(() => [NotificationKindEnum], {
    nullable: true,
    description: 'Kinds that the notification centre shows; ACCOUNT_SECURITY among them.',
  })
  inApp?: NotificationKind[] | null

  @Field(() => [NotificationKindEnum], { nullable: true, description: 'Kinds also sent by e-mail; not ACCOUNT_SECURITY, which always is.' })
  email?: NotificationKind[] | null

  @Field(() => [NotificationKindEnum], { nullable: true, description: 'Kinds also sent by the Telegram bot.' })
  telegram?: NotificationKind[] | null

  @Field(() => [NotificationKindEnum], { nullable: true, description: 'Kinds also sent to the webhook.' })
  webhook?: NotificationKind[] | null

  @Field(() => QuietHoursInput, { nullable: true, description: 'Null: none.' })
  quietHours?: QuietHoursInput | null

  @Field(() => TelegramBotInput, { nullable: true, description: 'Null: none.' })
  telegramBot?: TelegramBotInput | null

  @Field(() => String, {
    nullable: true,
    description: 'https://… of a public host, at most 500 characters; null: none. A new one gets a new secret.',
  })
  webhookUrl?: string | null
}

@InputType({ description: 'Which notifications.' })
export class NotificationsInput {
  @Field(() => Int, { nullable: true, description: 'How many, 1–100; 20 when left out.' })
  first?: number | null

  @Field(() => String, { nullable: true, description: 'Cursor of the last one of the page before.' })
  after?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Only those not read yet.' })
  unreadOnly?: boolean | null

  @Field(() => [NotificationKindEnum], { nullable: true, description: 'Only these kinds.' })
  kinds?: NotificationKind[] | null
}
