import { defineTopic } from '../../kit/Topic.ts'
import type { MarketService } from '../market/service.ts'
import { IndicatorResolver } from './resolver.ts'
import { IndicatorService } from './service.ts'

interface Needs {
  readonly market: MarketService
}

export const indicatorsTopic = defineTopic({
  services: ({ market }: Needs) => ({ indicators: new IndicatorService(market) }),
  resolver: IndicatorResolver,
})
