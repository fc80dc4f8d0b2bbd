import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { Bars } from '../market/Bars.ts'
import type { MarketService } from '../market/service.ts'
import { StrategySightResolver } from './resolver.ts'
import { StrategySightService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly bars: Bars
  readonly market: MarketService
}

export const strategySightTopic = defineTopic({
  services: (parts: Needs) => ({ strategySight: new StrategySightService(parts) }),
  resolver: StrategySightResolver,
})
