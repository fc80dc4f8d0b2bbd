import { Arg, Ctx, ID, Int, Query, Resolver } from 'type-graphql'
import { AuditLog, AuditPageInput, AuditVerification, InstallationAuditLog, AuditActionName } from '../../../schema/graphql/audit.ts'
import { asked, Size } from '../../../schema/graphql/size.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { HttpContext, RequestContext } from '../../kit/RequestContext.ts'
import type { InstallationLog } from './InstallationLog.ts'
import type { AuditService } from './service.ts'

@Resolver()
export class AuditResolver {
  readonly #audit: AuditService
  readonly #installationLog: InstallationLog
  constructor({ audit, installationLog }: { readonly audit: AuditService; readonly installationLog: InstallationLog }) {
    this.#audit = audit
    this.#installationLog = installationLog
  }

  @Size(asked('input.first', LIMITS.auditLog))
  @Query(() => InstallationAuditLog, {
    description: 'What happened to all accounts, the latest first; for admins with two-factor sign-in.',
  })
  auditLog(
    @Arg('input', () => AuditPageInput, { description: 'Which entries.' }) input: AuditPageInput,
    @Ctx() context: HttpContext,
  ): Promise<InstallationAuditLog> {
    return this.#installationLog.page(context.signedIn(), input)
  }

  @Size(150)
  @Query(() => [AuditActionName], { description: 'The actions that the audit log knows, in words; for admins.' })
  auditActions(@Ctx() context: HttpContext): AuditActionName[] {
    return this.#installationLog.actions(context.signedIn())
  }

  @Query(() => AuditVerification, {
    description: 'Whether the audit logs of up to a hundred accounts are as they were written, in the order of their ids; for admins.',
  })
  verifyAuditLog(
    @Arg('after', () => ID, { nullable: true, description: 'The `next` of the accounts before; the first ones when left out.' })
    after: string | null | undefined,
    @Ctx() context: HttpContext,
  ): Promise<AuditVerification> {
    return this.#installationLog.verify(context.signedIn(), { after })
  }

  @Size(asked('limit', LIMITS.auditLog))
  @Query(() => AuditLog, { description: 'What happened to the account of the signed-in user, the latest first.' })
  myAuditLog(
    @Ctx() context: RequestContext,
    @Arg('limit', () => Int, { nullable: true, description: '1–100; 20 when left out.' }) limit?: number,
    @Arg('before', () => Int, { nullable: true, description: 'Entries older than this one: `next` of the page before.' }) before?: number,
  ): Promise<AuditLog> {
    return this.#audit.mine(context.signedIn().userId, { limit: limit ?? undefined, before })
  }
}
