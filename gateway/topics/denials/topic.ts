import type { Database } from '../../../prisma/client.ts'
import type { Background } from '../../kit/Background.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { DenialNews } from './DenialNews.ts'
import { DenialResolver } from './resolver.ts'
import { denialRoutes } from './routes.ts'
import { DenialService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly background: Background
}

export const denialsTopic = defineTopic({
  services: ({ db }: Needs) => ({ denials: new DenialService(db) }),
  resolver: DenialResolver,
  routes: denialRoutes,
  run: ({ denials, background }) => {
    const news = new DenialNews(denials, background)
    return { streams: { signalDenied: ({ userId }) => news.stream(userId) }, hears: news.hears }
  },
})
