import type { Background } from '../../kit/Background.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { PerformanceSchedulerResolver } from './resolver.ts'
import { performanceSchedulerRoutes } from './routes.ts'
import { SchedulerNews } from './SchedulerNews.ts'
import { PerformanceSchedulerService, type SchedulerParts } from './service.ts'

interface Needs extends SchedulerParts {
  readonly background: Background
}

export const performanceSchedulerTopic = defineTopic({
  services: ({ db, engine, rules }: Needs) => ({ performanceScheduler: new PerformanceSchedulerService({ db, engine, rules }) }),
  resolver: PerformanceSchedulerResolver,
  routes: performanceSchedulerRoutes,
  run: ({ performanceScheduler, background }) => {
    const news = new SchedulerNews(performanceScheduler, background)
    return {
      streams: { schedulerStatus: (caller) => news.stream(caller) },
      hears: news.hears,
      prune: () => performanceScheduler.prune(),
    }
  },
})
