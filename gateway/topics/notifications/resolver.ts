import { Arg, Ctx, ID, Int, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import {
  Notification,
  NotificationChannelEnum,
  NotificationConnection,
  NotificationSettings,
  NotificationSettingsInput,
  NotificationsInput,
  SavedNotificationSettings,
  TestNotification,
} from '../../../schema/graphql/notifications.ts'
import { asked, Size } from '../../../schema/graphql/size.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { NotificationChannel } from '../../../schema/notificationKinds.ts'
import { openStream } from '../../kit/openStream.ts'
import type { HttpContext, RequestContext } from '../../kit/RequestContext.ts'
import type { NotificationService } from './service.ts'

@Resolver()
export class NotificationResolver {
  readonly #notifications: NotificationService
  constructor({ notifications }: { readonly notifications: NotificationService }) {
    this.#notifications = notifications
  }

  @Size(asked('input.first', LIMITS.notifications))
  @Query(() => NotificationConnection, { description: 'What the signed-in user was told in the last 90 days, the latest first.' })
  notifications(
    @Ctx() context: RequestContext,
    @Arg('input', () => NotificationsInput, { nullable: true, description: 'Which ones; the latest 20 when left out.' })
    input?: NotificationsInput,
  ): Promise<NotificationConnection> {
    return this.#notifications.page(context.signedIn().userId, input)
  }

  @Query(() => Int, { description: 'How many notifications the signed-in user has not read; 100 stands for any more.' })
  unreadNotifications(@Ctx() context: RequestContext): Promise<number> {
    return this.#notifications.unread(context.signedIn().userId)
  }

  @Query(() => NotificationSettings, { description: 'What the signed-in user wants to be notified of, and where.' })
  notificationSettings(@Ctx() context: RequestContext): Promise<NotificationSettings> {
    return this.#notifications.settings(context.signedIn().userId)
  }

  @Mutation(() => Int, { description: 'Marks notifications as read; how many are left unread.' })
  markNotificationsRead(
    @Ctx() context: RequestContext,
    @Arg('ids', () => [ID], { nullable: true, description: 'At most 100; all there are when left out.' }) ids?: string[],
  ): Promise<number> {
    return this.#notifications.markRead(context.signedIn().userId, { ids })
  }

  @Mutation(() => SavedNotificationSettings, {
    description: 'Changes what the signed-in user is told, and where. Another webhook or Telegram bot needs a recent password.',
  })
  updateNotificationSettings(
    @Arg('input', () => NotificationSettingsInput, { description: 'What is left out stays.' }) input: NotificationSettingsInput,
    @Ctx() context: HttpContext,
  ): Promise<SavedNotificationSettings> {
    return this.#notifications.update(context.signedIn(), input, context.device)
  }

  @Mutation(() => NotificationSettings, {
    description: 'Confirms a webhook or Telegram bot that was paused when the password was reset; needs a recent password.',
  })
  resumeNotificationChannel(
    @Arg('channel', () => NotificationChannelEnum, { description: 'Which one.' }) channel: NotificationChannel,
    @Ctx() context: HttpContext,
  ): Promise<NotificationSettings> {
    return this.#notifications.resume(context.signedIn(), { channel }, context.device)
  }

  @Mutation(() => TestNotification, { description: 'Sends a test message now, in quiet hours too.' })
  async sendTestNotification(
    @Arg('channel', () => NotificationChannelEnum, { description: 'Where to.' }) channel: NotificationChannel,
    @Ctx() context: HttpContext,
  ): Promise<TestNotification> {
    await context.countAttempt('mail')
    return this.#notifications.test(context.signedIn().userId, { channel })
  }

  @Subscription(() => Notification, {
    description: "The signed-in user's notifications, as they happen.",
    subscribe: openStream,
  })
  notificationAdded(@Root() notification: Notification): Notification {
    return notification
  }
}
