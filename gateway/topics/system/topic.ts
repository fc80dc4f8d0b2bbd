import type { FastifyBaseLogger } from 'fastify'
import { v7 as uuid } from 'uuid'
import { NodeSampler } from '../../../prisma/nodes/NodeSampler.ts'
import type { Background } from '../../kit/Background.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { AlertWatch } from './AlertWatch.ts'
import { SystemResolver } from './resolver.ts'
import { systemRoutes } from './routes.ts'
import { SystemNews } from './SystemNews.ts'
import { SystemReader, type SystemReaderParts } from './SystemReader.ts'
import { SystemSampler } from './SystemSampler.ts'
import { SystemService } from './service.ts'

interface Needs extends SystemReaderParts {
  readonly background: Background
  readonly log: FastifyBaseLogger
}

export const systemTopic = defineTopic({
  services: ({ db, pool, engine, rules }: Needs) => {
    const systemReader = new SystemReader({ db, pool, engine, rules })
    return { systemReader, system: new SystemService(db, systemReader) }
  },
  resolver: SystemResolver,
  routes: systemRoutes,
  run: ({ db, engine, rules, system, systemReader, background, log }) => {
    const sampler = new SystemSampler(db, systemReader)
    const news = new SystemNews({ system, sampler, background, watch: new AlertWatch({ db, engine, rules }) })
    const node = new NodeSampler({ db, nodeId: uuid(), kind: 'GATEWAY', workerLoad: () => null, log })
    return {
      streams: { systemStatus: (caller) => news.stream(caller) },
      hears: news.hears,
      prune: () => sampler.prune(),
      serving: () => node.start(),
      close: async () => {
        await Promise.all([news.close(), node.stop()])
      },
    }
  },
})
