import { Ctx, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import { RecordsAsOf, SchedulerStatus } from '../../../schema/graphql/performanceScheduler.ts'
import { openStream } from '../../kit/openStream.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'
import type { PerformanceSchedulerService } from './service.ts'

@Resolver()
export class PerformanceSchedulerResolver {
  readonly #scheduler: PerformanceSchedulerService
  constructor({ performanceScheduler }: { readonly performanceScheduler: PerformanceSchedulerService }) {
    this.#scheduler = performanceScheduler
  }

  @Query(() => SchedulerStatus, { description: 'The performance scheduler; for admins with two-factor sign-in.' })
  schedulerStatus(@Ctx() context: HttpContext): Promise<SchedulerStatus> {
    return this.#scheduler.status(context.signedIn())
  }

  @Query(() => RecordsAsOf, { description: "As of when strategies' records are." })
  recordsAsOf(@Ctx() context: HttpContext): Promise<RecordsAsOf> {
    context.signedIn()
    return this.#scheduler.recordsAsOf()
  }

  @Mutation(() => SchedulerStatus, { description: "Has performance updated by the market's clock from now on; for admins." })
  startScheduler(@Ctx() context: HttpContext): Promise<SchedulerStatus> {
    return this.#scheduler.start(context.signedIn(), context.device)
  }

  @Mutation(() => SchedulerStatus, {
    description: 'Has performance updated no more until it is started again or an update is triggered; for admins.',
  })
  stopScheduler(@Ctx() context: HttpContext): Promise<SchedulerStatus> {
    return this.#scheduler.stop(context.signedIn(), context.device)
  }

  @Mutation(() => SchedulerStatus, {
    description: 'Has performance updated now; once, however often it is asked for until that has ended; for admins.',
  })
  triggerUpdate(@Ctx() context: HttpContext): Promise<SchedulerStatus> {
    return this.#scheduler.trigger(context.signedIn(), context.device)
  }

  @Subscription(() => SchedulerStatus, {
    description: 'The performance scheduler whenever it has changed; for admins with two-factor sign-in.',
    name: 'schedulerStatus',
    subscribe: openStream,
  })
  schedulerStatusChanged(@Root() status: SchedulerStatus): SchedulerStatus {
    return status
  }
}
