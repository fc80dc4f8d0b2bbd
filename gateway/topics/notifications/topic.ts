import type { FastifyBaseLogger } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { Sealer } from '../../security/Sealer.ts'
import type { AuditReader } from '../audit/AuditReader.ts'
import type { Letters } from '../mail/Letters.ts'
import type { Mailer } from '../mail/Mailer.ts'
import type { Postbox } from '../mail/Postbox.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import type { MarketService } from '../market/service.ts'
import { Couriers, type CourierTools } from './Couriers.ts'
import { DELIVERIES_AT_ONCE, openDeliveryLanes } from './deliveryLanes.ts'
import { EngineWatch } from './EngineWatch.ts'
import { NotificationFeed } from './NotificationFeed.ts'
import { NotificationNews } from './NotificationNews.ts'
import { Outbox } from './Outbox.ts'
import { NotificationResolver } from './resolver.ts'
import { notificationRoutes } from './routes.ts'
import { NotificationService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly config: Pick<CourierTools, 'telegramApi' | 'privateWebhooks' | 'publicUrl'>
  readonly log: FastifyBaseLogger
  readonly metrics: Registry
  readonly sealer: Sealer
  readonly auditReader: AuditReader
  readonly mailer: Mailer
  readonly postbox: Postbox
  readonly letters: Letters
  readonly engine: EngineStates
  readonly market: MarketService
}

export const notificationsTopic = defineTopic({
  services: ({ db, config, log, metrics, sealer, auditReader: audit, mailer, postbox, letters }: Needs) => {
    const { telegramApi, privateWebhooks, publicUrl } = config
    const deliveries = new Counter({
      ...{ name: 'sakha_deliveries_total', help: 'Tries to deliver a notification outside, by channel and outcome.' },
      ...{ labelNames: ['channel', 'outcome'] as const, registers: [metrics] },
    })
    const couriers = new Couriers({ sealer, mailer, letters, telegramApi, privateWebhooks, publicUrl, deliveries, log })
    const deliveryLanes = openDeliveryLanes()
    const outbox = new Outbox(db, audit, couriers)
    const feed = new NotificationFeed(db, audit)
    const tools = { audit, feed, outbox, couriers, lanes: deliveryLanes, sealer, postbox, letters, privateWebhooks }
    return { outbox, feed, deliveryLanes, notifications: new NotificationService(db, tools) }
  },
  resolver: NotificationResolver,
  oncePerRequest: { credential: ['sendTestNotification'] },
  routes: notificationRoutes,
  run: ({ db, engine, market, outbox, feed, deliveryLanes, notifications, log }) => {
    const news = new NotificationNews(db, { feed, outbox, watch: new EngineWatch(db, engine, market), log })
    return {
      streams: { notificationAdded: ({ userId }) => notifications.added(userId) },
      hears: news.hears,
      jobs: {
        tasks: { 'delivery.send': (delivery, job) => outbox.send(delivery, job) },
        concurrency: DELIVERIES_AT_ONCE,
        lanes: deliveryLanes,
      },
      prune: () => outbox.prune(),
      missed: () => news.catchUp(),
      close: () => news.close(),
    }
  },
})
