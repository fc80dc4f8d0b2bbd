import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql'
import { AuditLog } from '../../../schema/graphql/audit.ts'
import type { RequestContext } from '../../kit/RequestContext.ts'
import type { AuditService } from './service.ts'

@Resolver()
export class AuditResolver {
  readonly #audit: AuditService
  constructor({ audit }: { readonly audit: AuditService }) {
    this.#audit = audit
  }

  @Query(() => AuditLog, { description: 'What happened to the account of the signed-in user, the latest first.' })
  myAuditLog(
    @Ctx() context: RequestContext,
    @Arg('limit', () => Int, { nullable: true, description: '1–100; 20 when left out.' }) limit?: number,
    @Arg('before', () => Int, { nullable: true, description: 'Entries older than this one: `next` of the page before.' }) before?: number,
  ): Promise<AuditLog> {
    return this.#audit.mine(context.signedIn().userId, { limit: limit ?? undefined, before })
  }
}
