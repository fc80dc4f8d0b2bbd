import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import { Download } from '../../../schema/graphql/downloads.ts'
import { ReportInput } from '../../../schema/graphql/reports.ts'
import { HistoryFiltersInput } from '../../../schema/graphql/tradeHistory.ts'
import type { DownloadFiles } from './downloadFiles.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'
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

  async #addressOf(kind: keyof DownloadFiles, filters: object, context: HttpContext): Promise<Download> {
    const caller = context.signedIn()
    await context.countAttempt('download')
    return this.#downloads.issue(caller, kind, filters, context.device)
  }
}
