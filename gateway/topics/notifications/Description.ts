import type { Notification } from '../../../schema/graphql/notifications.ts'

/** A notification in words; its link is a path of the web. */
export type Description = Pick<Notification, 'title' | 'text' | 'link'>
