import { Arg, Ctx, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import { BrokerLoginStart, BrokerSignInInput, BrokerStatus, LastPrice, LEAVING, OpenAtBroker } from '../../../schema/graphql/broker.ts'
import { each, Size } from '../../../schema/graphql/size.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { openStream } from '../../kit/openStream.ts'
import type { HttpContext, RequestContext } from '../../kit/RequestContext.ts'
import type { BrokerLogins } from './BrokerLogins.ts'
import type { BrokerService } from './service.ts'

interface Services {
  readonly broker: BrokerService
  readonly brokerLogins: BrokerLogins
}

@Resolver()
export class BrokerResolver {
  readonly #broker: BrokerService
  readonly #logins: BrokerLogins
  constructor({ broker, brokerLogins }: Services) {
    this.#broker = broker
    this.#logins = brokerLogins
  }

  @Query(() => BrokerStatus, { description: "The signed-in user's account at the broker." })
  brokerStatus(@Ctx() context: RequestContext): Promise<BrokerStatus> {
    return this.#broker.status(context.signedIn().userId)
  }

  @Size(2 * LIMITS.account.maxOpenTrades.max)
  @Query(() => [OpenAtBroker], {
    description:
      "The user's live trades and orders that are open at the account connected before: what is left when another takes its place.",
  })
  openAtBroker(@Ctx() context: RequestContext): Promise<OpenAtBroker[]> {
    return this.#broker.open(context.signedIn().userId)
  }

  @Query(() => LastPrice, { description: 'The last price of an instrument, asked for at the broker.' })
  async ltp(
    @Arg('token', () => String, { description: "The broker's token of the instrument." }) token: string,
    @Ctx() context: HttpContext,
  ): Promise<LastPrice> {
    const { userId } = context.signedIn()
    await context.countAttempt('quote')
    return this.#broker.ltp(userId, { token }, context.requestId)
  }

  @Size(each('tokens', LIMITS.broker.tokens.max))
  @Query(() => [LastPrice], { description: 'Last prices, asked for at the broker; instruments that it does not know are left out.' })
  async liveData(
    @Arg('tokens', () => [String], { description: "The broker's tokens of at most 50 instruments." }) tokens: string[],
    @Ctx() context: HttpContext,
  ): Promise<LastPrice[]> {
    const { userId } = context.signedIn()
    await context.countAttempt('quote')
    return this.#broker.liveData(userId, { tokens }, context.requestId)
  }

  @Mutation(() => BrokerLoginStart, {
    description: "Begins the way through the broker's login page, in the browser that asks. Needs a recent password.",
  })
  async connectBroker(
    @Ctx() context: HttpContext,
    @Arg('leaving', () => String, { nullable: true, description: LEAVING }) leaving?: string | null,
  ): Promise<BrokerLoginStart> {
    const caller = context.signedIn()
    await context.countAttempt('broker')
    return this.#logins.begin(caller, { leaving }, context.device)
  }

  @Mutation(() => BrokerStatus, {
    description:
      'Signs in at the broker with PIN and one-time code. Needs a recent password; BAD_USER_INPUT when the broker refuses it; CONFLICT with what is open at another account that was connected before.',
  })
  async connectBrokerWithPin(
    @Arg('input', () => BrokerSignInInput, { description: 'What signs in.' }) input: BrokerSignInInput,
    @Ctx() context: HttpContext,
  ): Promise<BrokerStatus> {
    const caller = context.signedIn()
    await context.countAttempt('broker')
    return this.#broker.connectWithPin(caller, input, context.device)
  }

  @Mutation(() => BrokerStatus, {
    description: 'New tokens by the refresh token, or else by a sign-in with what is kept. NOT_FOUND without an account.',
  })
  async refreshBrokerToken(@Ctx() context: HttpContext): Promise<BrokerStatus> {
    const caller = context.signedIn()
    await context.countAttempt('broker')
    return this.#broker.refresh(caller, context.device)
  }

  @Mutation(() => BrokerStatus, { description: 'New tokens by a sign-in with what is kept. CONFLICT when nothing is.' })
  async autoRefreshBrokerToken(@Ctx() context: HttpContext): Promise<BrokerStatus> {
    const caller = context.signedIn()
    await context.countAttempt('broker')
    return this.#broker.autoRefresh(caller, context.device)
  }

  @Mutation(() => BrokerStatus, {
    description: 'Looks again whether the account is ready for the open; nothing is changed at the broker. NOT_FOUND without an account.',
  })
  async checkBroker(@Ctx() context: HttpContext): Promise<BrokerStatus> {
    const caller = context.signedIn()
    await context.countAttempt('broker')
    return this.#broker.check(caller)
  }

  @Mutation(() => BrokerStatus, {
    description: 'Signs out at the broker, and deletes all that is kept. Needs a recent password; CONFLICT with what is open there.',
  })
  async disconnectBroker(
    @Ctx() context: HttpContext,
    @Arg('leaving', () => String, { nullable: true, description: LEAVING }) leaving?: string | null,
  ): Promise<BrokerStatus> {
    const caller = context.signedIn()
    await context.countAttempt('broker')
    return this.#broker.disconnect(caller, { leaving }, context.device)
  }

  @Subscription(() => BrokerStatus, {
    description: "The signed-in user's account at the broker, whenever it changes.",
    subscribe: openStream,
  })
  brokerChanged(@Root() status: BrokerStatus): BrokerStatus {
    return status
  }
}
