import type { Database } from '../../../prisma/client.ts'
import type { Background } from '../../kit/Background.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { LiveOrderNews } from './LiveOrderNews.ts'
import { LiveOrderResolver } from './resolver.ts'
import { UnfilledOrders } from './UnfilledOrders.ts'

interface Needs {
  readonly db: Database
  readonly background: Background
}

export const liveOrdersTopic = defineTopic({
  services: ({ db }: Needs) => ({ unfilledOrders: new UnfilledOrders(db), liveOrderNews: new LiveOrderNews(db) }),
  resolver: LiveOrderResolver,
  run: ({ liveOrderNews, background }) => ({
    streams: { liveOrdersChanged: ({ userId }) => liveOrderNews.stream(userId) },
    hears: liveOrderNews.hears(background),
  }),
})
