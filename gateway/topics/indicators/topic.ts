import { defineTopic } from '../../kit/Topic.ts'
import type { Bars } from '../market/Bars.ts'
import { IndicatorResolver } from './resolver.ts'
import { IndicatorService } from './service.ts'

interface Needs {
  readonly bars: Bars
}

export const indicatorsTopic = defineTopic({
  services: ({ bars }: Needs) => ({ indicators: new IndicatorService(bars) }),
  resolver: IndicatorResolver,
})
