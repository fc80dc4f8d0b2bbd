import type { Database, Pool } from '../../../prisma/client.ts'
import type { CurrentMarketRules } from '../../../prisma/CurrentMarketRules.ts'
import type { Background } from '../../kit/Background.ts'
import type { Effects } from '../../kit/Effects.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { SentFiles } from '../../security/SentFiles.ts'
import type { PriceBoard } from '../market/PriceBoard.ts'
import { LegLevels } from './LegLevels.ts'
import { LegPremiums } from './LegPremiums.ts'
import { TradeNews } from './TradeNews.ts'
import { TradeResolver } from './resolver.ts'
import { tradeRoutes } from './routes.ts'
import { TradeService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly pool: Pool
  readonly effects: Effects
  readonly prices: PriceBoard
  readonly rules: CurrentMarketRules
  readonly background: Background
  readonly sentFiles: SentFiles
}

export const tradesTopic = defineTopic({
  services: ({ db, pool, effects, prices, rules }: Needs) => ({
    trades: new TradeService({ db, pool, effects, prices, rules }),
    levels: new LegLevels({ db, effects, prices }),
    premiums: new LegPremiums(db),
  }),
  resolver: TradeResolver,
  routes: tradeRoutes,
  run: ({ trades, background }) => {
    const news = new TradeNews(trades, background)
    return { streams: { tradeChanged: ({ userId }) => news.stream(userId) }, hears: news.hears }
  },
})
