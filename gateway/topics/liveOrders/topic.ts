import type { Database } from '../../../prisma/client.ts'
import type { Background } from '../../kit/Background.ts'
import type { EventWaits } from '../../kit/EventWaits.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { Closings } from './Closings.ts'
import { FirstOrders } from './FirstOrders.ts'
import { LiveOrderNews } from './LiveOrderNews.ts'
import { LiveOrderResolver } from './resolver.ts'
import { UnfilledOrders } from './UnfilledOrders.ts'

interface Needs {
  readonly db: Database
  readonly engine: EngineStates
  readonly waits: EventWaits
  readonly background: Background
}

export const liveOrdersTopic = defineTopic({
  services: ({ db, engine, waits }: Needs) => {
    const firstOrders = new FirstOrders({ db, engine, waits })
    const closings = new Closings({ db, engine, waits })
    return { firstOrders, closings, unfilledOrders: new UnfilledOrders(db), liveOrderNews: new LiveOrderNews(db, firstOrders, closings) }
  },
  resolver: LiveOrderResolver,
  run: ({ liveOrderNews, background }) => ({
    streams: { liveOrdersChanged: ({ userId }) => liveOrderNews.stream(userId) },
    hears: liveOrderNews.hears(background),
  }),
})
