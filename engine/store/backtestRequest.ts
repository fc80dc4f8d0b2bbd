import { z } from 'zod'
import type { Database } from '../../prisma/client.ts'
import { err, ok, type Result } from '../../schema/errors.ts'
import { isIndexSymbol, type IndexSymbol } from '../../schema/market/indices.ts'
import { paise } from '../../schema/money.ts'
import { parseRuleSet } from '../../schema/rules/parseRuleSet.ts'
import type { BacktestPlan } from '../backtest/BacktestPlan.ts'
import type { TradeSettings } from '../trading/assess.ts'
import { SETTINGS_COLUMNS, settingsOf, type SettingsRow } from './tradeSettings.ts'

/** What a user asked to have tried. */
export interface BacktestRequest {
  /** The strategy's name; that of a draft is "Draft". */
  readonly strategy: string
  readonly index: IndexSymbol
  readonly plan: BacktestPlan
}

interface AccountColumns {
  readonly request: unknown
  readonly funds: number
  readonly maxOpenTrades: number
  readonly maxDailyLoss: number | null
  readonly squareOffAtDailyLoss: boolean
}

type StrategyColumns = SettingsRow & { readonly name: string; readonly rules: unknown }
/** A run of a draft has no strategy: of its columns, the settings are what is left of an outer join. */
type RequestRow = AccountColumns & (StrategyColumns | { readonly name: null })

const draftColumn = z.object({
  rules: z.unknown(),
  windowStart: z.string(),
  windowEnd: z.string(),
  maxTrades: z.int(),
  riskPaise: z.int(),
  stopLossPercent: z.number(),
  takeProfitPercent: z.number(),
  trailingStopPercent: z.number().nullable(),
  lots: z.int(),
})
const requestColumn = z.object({
  symbol: z.string(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  draft: draftColumn.optional(),
})

/**
 * A stored backtest's plan: the rules and settings of the version that the user's subscription trades by, of the strategy's newest one
 * where there is no subscription, or of the draft; and the user's paper account as it began. An error says, for the user, why it cannot
 * be run. Throws when a column is damaged.
 */
export async function backtestRequest(db: Database, runId: string): Promise<Result<BacktestRequest, string>> {
  const [row] = await db.$queryRaw<RequestRow[]>`
    SELECT run.request, named.name, strategy.rules, ${SETTINGS_COLUMNS},
           "user"."paperFundsPaise"::float8 AS funds, "user"."maxOpenTrades", "user"."maxDailyLossPaise"::float8 AS "maxDailyLoss",
           "user"."squareOffAtDailyLoss"
    FROM "BacktestRun" run
    JOIN "User" "user" ON "user".id = run."userId"
    LEFT JOIN "Strategy" named ON named.id = run."strategyId"
    LEFT JOIN "Subscription" subscription ON subscription."userId" = run."userId" AND subscription."strategyId" = run."strategyId"
      AND subscription."endedAt" IS NULL
    LEFT JOIN "StrategyVersion" strategy ON strategy."strategyId" = named.id
      AND strategy.version = coalesce(subscription.version, named.version)
    WHERE run.id = ${runId}::uuid
    ORDER BY subscription.id DESC LIMIT 1`
  if (!row) return err('This backtest was deleted.')
  const { symbol, from, to, draft } = requestColumn.parse(row.request)
  if (!isIndexSymbol(symbol)) return err(`There is no index ${symbol}.`)
  const tried = draft ? triedDraft(draft) : row.name === null ? null : { name: row.name, rules: row.rules, settings: settingsOf(row) }
  if (!tried) return err('The strategy of this backtest was deleted.')
  const rules = parseRuleSet(tried.rules)
  if (!rules.ok) {
    const mistakes = rules.error.map(({ path, message }) => (path ? `${path}: ${message}` : message))
    return err(`The rules of ${tried.name} cannot be read. ${mistakes.join('; ')}.`)
  }
  const { funds, maxOpenTrades, maxDailyLoss, squareOffAtDailyLoss } = row
  return ok({
    strategy: tried.name,
    index: symbol,
    plan: {
      rules: rules.value,
      settings: tried.settings,
      account: {
        ...{ funds: paise(funds), maxOpenTrades, squareOffAtDailyLoss },
        maxDailyLoss: maxDailyLoss === null ? null : paise(maxDailyLoss),
      },
      from: from ?? null,
      to: to ?? null,
      slippage: 1,
    },
  })
}

function triedDraft({ rules, ...draft }: z.output<typeof draftColumn>): {
  readonly name: string
  readonly rules: unknown
  readonly settings: TradeSettings
} {
  return { name: 'Draft', rules, settings: settingsOf({ ...draft, takeProfitPaise: null, stopLossPaise: null }) }
}
