import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import { AgentAnalysisFiltersInput } from '../../../schema/graphql/agentAnalysis.ts'
import { AuditFileFormat, AuditFilterInput } from '../../../schema/graphql/audit.ts'
import { Download } from '../../../schema/graphql/downloads.ts'
import { ReportInput } from '../../../schema/graphql/reports.ts'
import { HistoryFiltersInput } from '../../../schema/graphql/tradeHistory.ts'
import type { DownloadFiles } from './downloadFiles.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'
import { requireAdmin } from '../../security/requireAdmin.ts'
import type { DownloadService } from './service.ts'

@Resolver()
export class DownloadResolver {
  readonly #downloads: DownloadService
  constructor({ downloads }: { readonly downloads: DownloadService }) {
    this.#downloads = downloads
  }

  @Mutation(() => Download, {
    description: 'An address of all closed trades that match as a CSV file, latest entry first: rupees, times in India.',
  })
  downloadTradeHistory(
    @Arg('input', () => HistoryFiltersInput, { description: 'Which trades.' }) input: HistoryFiltersInput,
    @Ctx() context: HttpContext,
  ): Promise<Download> {
    return this.#addressOf('tradeHistory', input, context)
  }

  @Mutation(() => Download, {
    description: 'An address of the very trades of a report as a CSV file, latest entry first: rupees, times in India.',
  })
  downloadReport(
    @Arg('input', () => ReportInput, { description: 'Which trades.' }) input: ReportInput,
    @Ctx() context: HttpContext,
  ): Promise<Download> {
    return this.#addressOf('report', input, context)
  }

  @Mutation(() => Download, {
    description: 'An address of the analyses of the research agent that match as a CSV file, the latest first: times in India.',
  })
  downloadAgentAnalyses(
    @Arg('input', () => AgentAnalysisFiltersInput, { description: 'Which analyses.' }) input: AgentAnalysisFiltersInput,
    @Ctx() context: HttpContext,
  ): Promise<Download> {
    return this.#addressOf('agentAnalyses', input, context)
  }

  @Mutation(() => Download, {
    description:
      "An address of five years of the signed-in user's live trading, a JSON object on each line; the last says how far the audit log's hash chain holds.",
  })
  downloadComplianceLog(@Ctx() context: HttpContext): Promise<Download> {
    return this.#addressOf('complianceLog', {}, context)
  }

  @Mutation(() => Download, {
    description: 'An address of all entries of the audit log that match as a file, the latest first; for admins with two-factor sign-in.',
  })
  downloadAuditLog(
    @Arg('format', () => AuditFileFormat, { description: 'Of the file.' }) format: AuditFileFormat,
    @Arg('input', () => AuditFilterInput, { description: 'Which entries.' }) input: AuditFilterInput,
    @Ctx() context: HttpContext,
  ): Promise<Download> {
    requireAdmin(context.signedIn())
    return this.#addressOf(format === 'CSV' ? 'auditLogCsv' : 'auditLogNdjson', input, context)
  }

  async #addressOf(kind: keyof DownloadFiles, filters: object, context: HttpContext): Promise<Download> {
    const caller = context.signedIn()
    await context.countAttempt('download')
    return this.#downloads.issue(caller, kind, filters, context.device)
  }
}
