import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import { ClosedTradeFilterInput } from '../../../schema/graphql/ClosedTradeFilterInput.ts'
import { CandleFilterInput, DataFormat, DenialFilterInput, Download } from '../../../schema/graphql/downloads.ts'
import { PerformanceDimensionEnum } from '../../../schema/graphql/performance.ts'
import { SignalFilterInput } from '../../../schema/graphql/signals.ts'
import { TradeModeEnum } from '../../../schema/graphql/trades.ts'
import { HistoryFiltersInput } from '../../../schema/graphql/tradeHistory.ts'
import type { PerformanceDimension } from '../../../schema/trading/performanceDimensions.ts'
import type { TradeMode } from '../../../schema/TradeMode.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'
import type { ExportKind } from '../downloads/downloadFiles.ts'
import type { DownloadService } from '../downloads/service.ts'

/** Data files for programs; access tokens reach these mutations. */
@Resolver()
export class ExportResolver {
  readonly #downloads: DownloadService
  constructor({ downloads }: { readonly downloads: DownloadService }) {
    this.#downloads = downloads
  }

  @Mutation(() => Download, { description: "An address of the signed-in user's closed trades that match, oldest entry first." })
  exportTrades(
    @Arg('input', () => HistoryFiltersInput, { description: 'Which trades.' }) input: HistoryFiltersInput,
    @Arg('format', () => DataFormat, { description: 'Of the file.' }) format: DataFormat,
    @Ctx() context: HttpContext,
  ): Promise<Download> {
    return this.#addressOf('exportTrades', input, format, context)
  }

  @Mutation(() => Download, {
    description:
      'An address of the signals that `signals` has, oldest candle first; `candleTime` is when the candle began, `price` in index points.',
  })
  exportSignals(
    @Arg('input', () => SignalFilterInput, { description: 'Which signals.' }) input: SignalFilterInput,
    @Arg('format', () => DataFormat, { description: 'Of the file.' }) format: DataFormat,
    @Ctx() context: HttpContext,
  ): Promise<Download> {
    return this.#addressOf('exportSignals', input, format, context)
  }

  @Mutation(() => Download, {
    description: "An address of the signals that the signed-in user's subscriptions did not take, oldest first; `numbers` in paise.",
  })
  exportDenials(
    @Arg('input', () => DenialFilterInput, { description: 'Which signals.' }) input: DenialFilterInput,
    @Arg('format', () => DataFormat, { description: 'Of the file.' }) format: DataFormat,
    @Ctx() context: HttpContext,
  ): Promise<Download> {
    return this.#addressOf('exportDenials', input, format, context)
  }

  @Mutation(() => Download, { description: 'An address of the cells that `performance` has, however many they are.' })
  exportPerformance(
    @Arg('mode', () => TradeModeEnum, { description: 'Paper or live: they are never added up.' }) mode: TradeMode,
    @Arg('by', () => [PerformanceDimensionEnum], { description: 'What to group by; empty: one cell of all.' }) by: PerformanceDimension[],
    @Arg('filter', () => ClosedTradeFilterInput, { nullable: true, description: 'Which trades.' }) filter: ClosedTradeFilterInput | null,
    @Arg('format', () => DataFormat, { description: 'Of the file.' }) format: DataFormat,
    @Ctx() context: HttpContext,
  ): Promise<Download> {
    return this.#addressOf('exportPerformance', { mode, by, filter }, format, context)
  }

  @Mutation(() => Download, {
    description: 'An address of the cells that `performanceOfAll` has, however many they are; for analysts and admins.',
  })
  exportPerformanceOfAll(
    @Arg('mode', () => TradeModeEnum, { description: 'Paper or live: they are never added up.' }) mode: TradeMode,
    @Arg('by', () => [PerformanceDimensionEnum], { description: 'What to group by; empty: one cell of all.' }) by: PerformanceDimension[],
    @Arg('filter', () => ClosedTradeFilterInput, { nullable: true, description: 'Which trades.' }) filter: ClosedTradeFilterInput | null,
    @Arg('format', () => DataFormat, { description: 'Of the file.' }) format: DataFormat,
    @Ctx() context: HttpContext,
  ): Promise<Download> {
    return this.#addressOf('exportPerformanceOfAll', { mode, by, filter }, format, context)
  }

  @Mutation(() => Download, { description: 'An address of the candles of an index, oldest first.' })
  exportCandles(
    @Arg('input', () => CandleFilterInput, { description: 'Which candles.' }) input: CandleFilterInput,
    @Arg('format', () => DataFormat, { description: 'Of the file.' }) format: DataFormat,
    @Ctx() context: HttpContext,
  ): Promise<Download> {
    return this.#addressOf('exportCandles', input, format, context)
  }

  @Mutation(() => Download, {
    description: 'An address of the trades that `anonymousTrades` has, oldest exit first; for admins with two-factor sign-in.',
  })
  exportAnonymousTrades(
    @Arg('mode', () => TradeModeEnum, { description: 'Paper or live.' }) mode: TradeMode,
    @Arg('filter', () => ClosedTradeFilterInput, { nullable: true, description: 'Which trades.' }) filter: ClosedTradeFilterInput | null,
    @Arg('format', () => DataFormat, { description: 'Of the file.' }) format: DataFormat,
    @Ctx() context: HttpContext,
  ): Promise<Download> {
    return this.#addressOf('exportAnonymousTrades', { mode, filter }, format, context)
  }

  async #addressOf(kind: ExportKind, input: object, format: DataFormat, context: HttpContext): Promise<Download> {
    const caller = context.signedIn()
    await context.countAttempt('download')
    return this.#downloads.issueExport(caller, kind, { format, input: { ...input } }, context.device)
  }
}
