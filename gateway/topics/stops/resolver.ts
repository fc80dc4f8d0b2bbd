import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { Size } from '../../../schema/graphql/size.ts'
import {
  EmergencyStop,
  EmergencyStopInput,
  SquareOffOfUser,
  SquareOffResults,
  Stop,
  StopTargetInput,
} from '../../../schema/graphql/stops.ts'
import type { HttpContext, RequestContext } from '../../kit/RequestContext.ts'
import type { StopService } from './service.ts'

@Resolver()
export class StopResolver {
  readonly #stops: StopService
  constructor({ stops }: { readonly stops: StopService }) {
    this.#stops = stops
  }

  @Size(200)
  @Query(() => [Stop], { description: 'Emergency stops in force that concern the signed-in user, oldest first.' })
  stops(@Ctx() context: RequestContext): Promise<Stop[]> {
    return this.#stops.inForce(context.signedIn().userId)
  }

  @Query(() => SquareOffResults, { description: 'What has come of closing the trades of an emergency stop.' })
  squareOffResults(
    @Arg('stopId', () => ID, { description: 'The stop.' }) stopId: string,
    @Ctx() context: RequestContext,
  ): Promise<SquareOffResults> {
    return this.#stops.results(context.signedIn().userId, { stopId })
  }

  @Size(500)
  @Query(() => [SquareOffOfUser], {
    description: 'What has come of closing the trades of an emergency stop, by user, those with open trades first; for admins.',
  })
  squareOffByUser(
    @Arg('stopId', () => ID, { description: 'The stop.' }) stopId: string,
    @Ctx() context: HttpContext,
  ): Promise<SquareOffOfUser[]> {
    return this.#stops.resultsByUser(context.signedIn(), { stopId })
  }

  @Mutation(() => EmergencyStop, {
    description: 'Stops entries at once, and if asked closes open trades: answers when they are closed, at the latest after ten seconds.',
  })
  emergencyStop(
    @Arg('input', () => EmergencyStopInput, { description: 'What to stop.' }) input: EmergencyStopInput,
    @Ctx() context: HttpContext,
  ): Promise<EmergencyStop> {
    return this.#stops.stop(context.signedIn(), input, context.idempotencyKey())
  }

  @Mutation(() => Boolean, {
    description: 'Lifts an emergency stop; always true. Needs a recent password; CONFLICT when none is in force.',
  })
  async liftStop(
    @Arg('input', () => StopTargetInput, { description: 'Which one.' }) input: StopTargetInput,
    @Ctx() context: HttpContext,
  ): Promise<boolean> {
    await this.#stops.lift(context.signedIn(), input, context.idempotencyKey())
    return true
  }
}
