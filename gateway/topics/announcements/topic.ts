import type { Database } from '../../../prisma/client.ts'
import { Broadcast } from '../../kit/Broadcast.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { AnnouncementResolver } from './resolver.ts'
import { announcementRoutes } from './routes.ts'
import { AnnouncementService } from './service.ts'

const EVERYONE = 'everyone'

export const announcementsTopic = defineTopic({
  services: ({ db }: { readonly db: Database }) => ({ announcements: new AnnouncementService(db) }),
  resolver: AnnouncementResolver,
  routes: announcementRoutes,
  run: ({ announcements }) => {
    const news = new Broadcast<boolean>()
    return {
      streams: { announcementsChanged: () => news.stream(EVERYONE) },
      hears: { 'announcements.changed': () => news.publish(EVERYONE, true) },
      prune: () => announcements.prune(),
    }
  },
})
