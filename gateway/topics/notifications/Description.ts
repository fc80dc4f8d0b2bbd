import type { Notification, NotificationGroup } from '../../../schema/graphql/notifications.ts'

/** A notification in words; its link is a path of the web. Without a group it stands alone. */
export type Description = Pick<Notification, 'title' | 'text' | 'link'> & { readonly group?: NotificationGroup }
