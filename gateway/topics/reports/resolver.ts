import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import { LiveGap, Report, ReportInput } from '../../../schema/graphql/reports.ts'
import { Size } from '../../../schema/graphql/size.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { RequestContext } from '../../kit/RequestContext.ts'
import type { ReportService } from './service.ts'

@Resolver()
export class ReportResolver {
  readonly #reports: ReportService
  constructor({ reports }: { readonly reports: ReportService }) {
    this.#reports = reports
  }

  @Query(() => Report, { description: "What the signed-in user's closed trades of one mode came to." })
  report(
    @Arg('input', () => ReportInput, { description: 'Which trades.' }) input: ReportInput,
    @Ctx() context: RequestContext,
  ): Promise<Report> {
    return this.#reports.report(context.signedIn().userId, input)
  }

  @Size(LIMITS.strategies.max)
  @Query(() => [LiveGap], {
    description:
      "What the fills of the signed-in user's live orders cost against paper, by strategy, by name: of the trades of a report; empty on paper.",
  })
  liveGap(
    @Arg('input', () => ReportInput, { description: 'Which trades.' }) input: ReportInput,
    @Ctx() context: RequestContext,
  ): Promise<LiveGap[]> {
    return this.#reports.liveGap(context.signedIn().userId, input)
  }
}
