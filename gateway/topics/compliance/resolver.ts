import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import { BudgetWindowEnum, Compliance, OrderBudget } from '../../../schema/graphql/compliance.ts'
import type { BudgetWindow } from '../../../schema/trading/orderBudget.ts'
import type { RequestContext } from '../../kit/RequestContext.ts'
import type { ComplianceService } from './service.ts'

@Resolver()
export class ComplianceResolver {
  readonly #compliance: ComplianceService
  constructor({ compliance }: { readonly compliance: ComplianceService }) {
    this.#compliance = compliance
  }

  @Query(() => Boolean, {
    description: 'Whether the signed-in user has an account at the broker, or ever traded live or switched a strategy to it.',
  })
  complianceConcernsMe(@Ctx() context: RequestContext): Promise<boolean> {
    return this.#compliance.concerns(context.signedIn().userId)
  }

  @Query(() => Compliance, { description: "What an auditor asks of the signed-in user's live trading." })
  compliance(@Ctx() context: RequestContext): Promise<Compliance> {
    return this.#compliance.overview(context.signedIn().userId)
  }

  @Query(() => OrderBudget, { description: "How much of the order budget the signed-in user's live orders have used." })
  orderBudget(
    @Arg('window', () => BudgetWindowEnum, { description: 'Over what orders are counted.' }) window: BudgetWindow,
    @Ctx() context: RequestContext,
  ): Promise<OrderBudget> {
    return this.#compliance.budget(context.signedIn().userId, { window })
  }
}
