import { UserFacingError } from '../../../schema/errors.ts'
import type { NotificationRow } from './readNotifications.ts'

/** A row of the view "Notification" of one user: by its time it is found in an index. */
export type NotificationPlace = Pick<NotificationRow, 'at' | 'id'>

/** The id that clients see; also the cursor of what is older. */
export function notificationId({ at, id }: NotificationPlace): string {
  return Buffer.from(`${at.getTime()} ${id}`).toString('base64url')
}

/** What notificationId() was made of. Throws BAD_USER_INPUT, blaming `field`, for anything else. */
export function parseNotificationId(field: string, text: string): NotificationPlace {
  const match = /^(\d{12,14}) ([a-z]+:[\w:-]+)$/.exec(Buffer.from(text, 'base64url').toString())
  if (match) return { at: new Date(Number(match[1])), id: match[2]! }
  throw new UserFacingError('BAD_USER_INPUT', `${field} must be of a notification, got ${text}`, { [field]: 'unknown' })
}
