import type { CurrentMarketRules } from '../../../prisma/CurrentMarketRules.ts'
import type { Database } from '../../../prisma/client.ts'
import type { Background } from '../../kit/Background.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { Bars } from './Bars.ts'
import { EngineStates } from './EngineStates.ts'
import { MarketNews } from './MarketNews.ts'
import { PriceBoard } from './PriceBoard.ts'
import { MarketResolver } from './resolver.ts'
import { marketRoutes } from './routes.ts'
import { MarketService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly config: { readonly engineStaleMs: number }
  readonly rules: CurrentMarketRules
  readonly background: Background
}

export const marketTopic = defineTopic({
  services: ({ db, config, rules }: Needs) => {
    const engine = new EngineStates(db, config.engineStaleMs)
    const prices = new PriceBoard()
    return { engine, prices, bars: new Bars(db, engine), market: new MarketService(db, engine, prices, rules) }
  },
  resolver: MarketResolver,
  routes: marketRoutes,
  run: (parts) => {
    const news = new MarketNews(parts)
    return {
      streams: {
        prices: (_caller, args) => news.prices(args),
        candleClosed: (_caller, args) => news.candleClosed(args),
        marketStatusChanged: () => news.statusChanged(),
      },
      hears: news.hears,
      missed: () => news.refreshRules(),
      close: () => news.close(),
    }
  },
})
