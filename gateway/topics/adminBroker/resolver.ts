import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { AdminBrokerInput, AdminBrokerStatus } from '../../../schema/graphql/broker.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'
import type { AdminBrokerService } from './service.ts'

@Resolver()
export class AdminBrokerResolver {
  readonly #adminBroker: AdminBrokerService
  constructor({ adminBroker }: { readonly adminBroker: AdminBrokerService }) {
    this.#adminBroker = adminBroker
  }

  @Query(() => AdminBrokerStatus, { description: "The installation's account at the broker; for admins with two-factor sign-in." })
  adminBrokerStatus(@Ctx() context: HttpContext): Promise<AdminBrokerStatus> {
    return this.#adminBroker.status(context.signedIn())
  }

  @Mutation(() => AdminBrokerStatus, {
    description: 'Keeps what signs the installation in at the broker, and does not try it; for admins. Needs a recent password.',
  })
  async configureAdminBroker(
    @Arg('input', () => AdminBrokerInput, { description: 'What signs it in.' }) input: AdminBrokerInput,
    @Ctx() context: HttpContext,
  ): Promise<AdminBrokerStatus> {
    const caller = context.signedIn()
    await context.countAttempt('broker')
    return this.#adminBroker.configure(caller, input, context.device)
  }

  @Mutation(() => AdminBrokerStatus, { description: 'Signs the installation in at the broker with what is kept; for admins.' })
  async loginAdminBroker(@Ctx() context: HttpContext): Promise<AdminBrokerStatus> {
    const caller = context.signedIn()
    await context.countAttempt('broker')
    return this.#adminBroker.login(caller, context.device)
  }

  @Mutation(() => AdminBrokerStatus, {
    description: 'Signs the installation out at the broker and deletes what is kept; for admins. Needs a recent password.',
  })
  async removeAdminBroker(@Ctx() context: HttpContext): Promise<AdminBrokerStatus> {
    const caller = context.signedIn()
    await context.countAttempt('broker')
    return this.#adminBroker.remove(caller, context.device)
  }
}
