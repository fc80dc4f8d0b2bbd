import { Arg, Ctx, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import { CancelJobInput, SystemStatus } from '../../../schema/graphql/systemStatus.ts'
import { openStream } from '../../kit/openStream.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'
import type { SystemService } from './service.ts'

@Resolver()
export class SystemResolver {
  readonly #system: SystemService
  constructor({ system }: { readonly system: SystemService }) {
    this.#system = system
  }

  @Query(() => SystemStatus, { description: 'How the installation is; for admins with two-factor sign-in.' })
  systemStatus(@Ctx() context: HttpContext): Promise<SystemStatus> {
    return this.#system.status(context.signedIn())
  }

  @Mutation(() => SystemStatus, { description: 'Lets a job that failed for good be tried again; for admins.' })
  retryJob(@Arg('id', () => ID, { description: 'Of the job.' }) id: string, @Ctx() context: HttpContext): Promise<SystemStatus> {
    return this.#system.retryJob(context.signedIn(), { id }, context.device)
  }

  @Mutation(() => SystemStatus, { description: 'Removes a job that failed for good: what it was to do is not done; for admins.' })
  cancelJob(
    @Arg('input', () => CancelJobInput, { description: 'Which job, and why.' }) input: CancelJobInput,
    @Ctx() context: HttpContext,
  ): Promise<SystemStatus> {
    return this.#system.cancelJob(context.signedIn(), input, context.device)
  }

  @Subscription(() => SystemStatus, {
    description: 'How the installation is, every ten seconds and when an alert is raised or cleared; for admins with two-factor sign-in.',
    name: 'systemStatus',
    subscribe: openStream,
  })
  systemStatusChanged(@Root() status: SystemStatus): SystemStatus {
    return status
  }
}
