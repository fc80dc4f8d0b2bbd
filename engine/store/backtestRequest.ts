import { z } from 'zod'
import type { Database } from '../../prisma/client.ts'
import { err, ok, type Result } from '../../schema/errors.ts'
import { isIndexSymbol, type IndexSymbol } from '../../schema/market/indices.ts'
import { paise } from '../../schema/money.ts'
import { parseRuleSet } from '../../schema/rules/parseRuleSet.ts'
import type { BacktestPlan } from '../backtest/BacktestPlan.ts'
import { SETTINGS_COLUMNS, settingsOf, type SettingsRow } from './tradeSettings.ts'

/** What a user asked to have tried. */
export interface BacktestRequest {
  /** The strategy's name. */
  readonly strategy: string
  readonly index: IndexSymbol
  readonly plan: BacktestPlan
}

interface RequestRow extends SettingsRow {
  readonly request: unknown
  readonly name: string
  readonly rules: unknown
  readonly funds: number
  readonly maxOpenTrades: number
  readonly maxDailyLoss: number | null
}

const requestColumn = z.object({ symbol: z.string(), from: z.iso.date().optional(), to: z.iso.date().optional() })

/**
 * A stored backtest's plan: the strategy's rules, the settings of the user's subscription to it, or the strategy's own where there is
 * none, and the user's paper account as it began. An error says, for the user, why it cannot be run. Throws when a column is damaged.
 */
export async function backtestRequest(db: Database, runId: string): Promise<Result<BacktestRequest, string>> {
  const [row] = await db.$queryRaw<RequestRow[]>`
    SELECT run.request, strategy.name, strategy.rules, ${SETTINGS_COLUMNS},
           "user"."paperFundsPaise"::float8 AS funds, "user"."maxOpenTrades", "user"."maxDailyLossPaise"::float8 AS "maxDailyLoss"
    FROM "BacktestRun" run
    JOIN "Strategy" strategy ON strategy.id = run."strategyId"
    JOIN "User" "user" ON "user".id = run."userId"
    LEFT JOIN "Subscription" subscription ON subscription."userId" = run."userId" AND subscription."strategyId" = run."strategyId"
      AND subscription."endedAt" IS NULL
    WHERE run.id = ${runId}::uuid
    ORDER BY subscription.id DESC LIMIT 1`
  if (!row) return err('This backtest was deleted.')
  const { symbol, from, to } = requestColumn.parse(row.request)
  if (!isIndexSymbol(symbol)) return err(`There is no index ${symbol}.`)
  const rules = parseRuleSet(row.rules)
  if (!rules.ok) {
    const mistakes = rules.error.map(({ path, message }) => (path ? `${path}: ${message}` : message))
    return err(`The rules of ${row.name} cannot be read. ${mistakes.join('; ')}.`)
  }
  const { funds, maxOpenTrades, maxDailyLoss } = row
  return ok({
    strategy: row.name,
    index: symbol,
    plan: {
      rules: rules.value,
      settings: settingsOf(row),
      account: { funds: paise(funds), maxOpenTrades, maxDailyLoss: maxDailyLoss === null ? null : paise(maxDailyLoss) },
      from: from ?? null,
      to: to ?? null,
    },
  })
}
