import { publish } from '../../prisma/bus/publish.ts'
import type { Database } from '../../prisma/client.ts'
import type { Result } from '../../schema/errors.ts'

/**
 * Ends a running backtest with its report, as JSON text, or with the reason for its user why there is none, and publishes that. One that
 * was cancelled or has ended stays as it is.
 * Raw SQL: the report is sent as the text it is, unparsed.
 */
export async function endBacktest(db: Database, runId: string, outcome: Result<string, string>): Promise<void> {
  const [report, problem] = outcome.ok ? [outcome.value, null] : [null, outcome.error]
  await db.$transaction(async (tx) => {
    const ended = await tx.$executeRaw`
      UPDATE "BacktestRun" SET status = ${outcome.ok ? 'DONE' : 'FAILED'}::"BacktestStatus", "endedAt" = now(),
        result = ${report}::jsonb, problem = ${problem}, progress = CASE WHEN ${outcome.ok} THEN 1 ELSE progress END
      WHERE id = ${runId}::uuid AND status = 'RUNNING'`
    if (ended === 1) await publish(tx, { type: 'backtest.ended', runId })
  })
}
