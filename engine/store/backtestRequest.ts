import { z } from 'zod'
import type { Database } from '../../prisma/client.ts'
import { err, ok, type Result } from '../../schema/errors.ts'
import { LIMITS } from '../../schema/limits.ts'
import { isIndexSymbol, type IndexSymbol } from '../../schema/market/indices.ts'
import { paise } from '../../schema/money.ts'
import { fillPlaceholders, nameOfParameters, parameterGrid } from '../../schema/rules/parameterGrid.ts'
import { parseRuleText } from '../../schema/rules/parseRuleSet.ts'
import type { BacktestAccount, BacktestPlan } from '../backtest/trades/BacktestPlan.ts'
import type { Variant } from '../backtest/report/sweepReport.ts'
import { withParameters } from '../backtest/run/withParameters.ts'
import type { TradeSettings } from '../trading/risk/assess.ts'
import { SETTINGS_COLUMNS, settingsOf, type SettingsRow } from './tradeSettings.ts'

/** What a user asked to backtest. */
export interface BacktestRequest {
  /** The strategy's name; "Draft" for a draft. */
  readonly strategy: string
  readonly index: IndexSymbol
  /** For a sweep, in the order of its grid; otherwise one, named for the strategy. */
  readonly variants: readonly [Variant, ...Variant[]]
  /** Whether the variants are ranked rather than one reported on. */
  readonly swept: boolean
  /** Days to train on and to validate on; null: no walk-forward. */
  readonly walkForward: { readonly train: number; readonly validate: number } | null
}

interface AccountColumns {
  readonly request: unknown
  readonly funds: number
  readonly maxOpenTrades: number
  readonly maxDailyLoss: number | null
  readonly squareOffAtDailyLoss: boolean
}

type StrategyColumns = SettingsRow & { readonly name: string; readonly rules: unknown }
/** A run of a draft has no strategy: an outer join leaves only the settings of its columns. */
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
  sweep: z.array(z.object({ name: z.string(), values: z.array(z.number()).min(1) })).optional(),
  walkForward: z.object({ train: z.int(), validate: z.int() }).optional(),
  slippage: z.number().default(LIMITS.backtests.slippage.default),
})

/**
 * A stored backtest's plans: the rules and settings of the version the user subscribes to, of the strategy's newest one without a
 * subscription, or of the draft; and the user's initial paper account. An error is the user's reason why it cannot run. Throws when a
 * column is damaged.
 * Raw SQL: the version is that of a subscription, if there is one (a join on coalesce).
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
  const { symbol, from, to, draft, sweep, walkForward, slippage } = requestColumn.parse(row.request)
  if (!isIndexSymbol(symbol)) return err(`There is no index ${symbol}.`)
  const tried = draft ? triedDraft(draft) : row.name === null ? null : { name: row.name, rules: row.rules, settings: settingsOf(row) }
  if (!tried) return err('The strategy of this backtest was deleted.')
  const account = accountOf(row)
  const variants: Variant[] = []
  for (const parameters of parameterGrid(new Map(sweep?.map(({ name, values }) => [name, values])))) {
    const rules = parseRuleText(fillPlaceholders(JSON.stringify(tried.rules), parameters))
    if (!rules.ok) {
      const mistakes = rules.error.map(({ path, message }) => (path ? `${path}: ${message}` : message))
      return err(`The rules of ${tried.name} cannot be read. ${mistakes.join('; ')}.`)
    }
    const settings = withParameters(tried.settings, parameters)
    const plan: BacktestPlan = { rules: rules.value, settings, account, from: from ?? null, to: to ?? null, slippage }
    variants.push({ name: sweep ? nameOfParameters(parameters) : tried.name, parameters, plan })
  }
  const [first, ...others] = variants
  if (!first) throw new TypeError(`backtest ${runId} has a sweep of nothing`)
  return ok({
    ...{ strategy: tried.name, index: symbol, variants: [first, ...others] },
    ...{ swept: sweep !== undefined, walkForward: walkForward ?? null },
  })
}

function accountOf({ funds, maxOpenTrades, maxDailyLoss, squareOffAtDailyLoss }: AccountColumns): BacktestAccount {
  return {
    ...{ funds: paise(funds), maxOpenTrades, squareOffAtDailyLoss },
    maxDailyLoss: maxDailyLoss === null ? null : paise(maxDailyLoss),
  }
}

function triedDraft({ rules, ...draft }: z.output<typeof draftColumn>): {
  readonly name: string
  readonly rules: unknown
  readonly settings: TradeSettings
} {
  return { name: 'Draft', rules, settings: settingsOf({ ...draft, takeProfitPaise: null, stopLossPaise: null, sizeByRisk: null }) }
}
