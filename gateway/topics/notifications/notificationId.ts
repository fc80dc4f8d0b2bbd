import { UserFacingError } from '../../../schema/errors.ts'
import type { NotificationRow } from './readNotifications.ts'

/** A row of the view "Notification" of one user: its time lets an index find it. */
export type NotificationPlace = Pick<NotificationRow, 'at' | 'id'>

/** The id for clients; also the cursor for older ones. */
export function notificationId({ at, id }: NotificationPlace): string {
  return Buffer.from(`${at.getTime()} ${id}`).toString('base64url')
}

/** Parses an id of notificationId(). Throws BAD_USER_INPUT, blaming `field`, for anything else. */
export function parseNotificationId(field: string, text: string): NotificationPlace {
  const match = /^(\d{12,14}) ([a-z]+:[\w:-]+)$/.exec(Buffer.from(text, 'base64url').toString())
  if (match) return { at: new Date(Number(match[1])), id: match[2]! }
  throw new UserFacingError('BAD_USER_INPUT', `${field} must be of a notification, got ${text}`, { [field]: 'unknown' })
}
