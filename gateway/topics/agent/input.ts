import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { AGENT_DRAWDOWN_BOUNDS, AGENT_REASONS, AGENT_STEPS, AGENT_VERDICTS } from '../../../schema/trading/agent.ts'
import { TRADE_STATUSES } from '../../../schema/trading/TradeStatus.ts'
import { given } from '../../kit/given.ts'
import { clearable, flag, id, index, wholeNumber } from '../../kit/inputFields.ts'

const oneOf = <Names extends readonly [string, ...string[]]>(name: string, names: Names) =>
  z.enum(names, { error: ({ input }) => `${name} must be one of ${names.join(', ')}, got ${given(input)}` }).nullish()

/** settingMistakes() holds it to its bounds, beside the others. */
const setting = (name: string) => z.number(`${name} must be a number`).nullish()

/** Changes to the settings of a user's agent: what is left out or null stays as it is. */
export const settingsInput = z.object({
  capital: setting('capital').describe('Whole rupees'),
  quantityLots: setting('quantityLots'),
  riskPerTrade: setting('riskPerTrade').describe('A fraction of the capital'),
  analysisIntervalMinutes: setting('analysisIntervalMinutes'),
  maxTradesPerDay: setting('maxTradesPerDay'),
  lookbackPeriod: setting('lookbackPeriod').describe('One-minute candles'),
  paperTrade: z.boolean('paperTrade must be true or false').nullish().describe('False: the wish to trade live'),
})
export type SettingsChange = z.output<typeof settingsInput>

export const toggleInput = z.object({ enabled: z.boolean('enabled must be true or false'), settings: settingsInput.nullish() })

const drawdown = (name: string) => clearable(wholeNumber(name, AGENT_DRAWDOWN_BOUNDS.min, AGENT_DRAWDOWN_BOUNDS.max))

/** Changes to what the agent may do: what is left out stays as it is; a drawdown of null is none. */
export const mandateInput = z.object({
  symbols: z
    .array(index('symbols must be of'), 'symbols must be a list')
    .min(1, 'symbols must name at least one index')
    .max(LIMITS.strategy.instruments.max, `symbols must name at most ${LIMITS.strategy.instruments.max}`)
    .transform((symbols) => [...new Set(symbols)])
    .nullish(),
  step: oneOf('step', AGENT_STEPS),
  exploration: z.boolean('exploration must be true or false').nullish(),
  softDrawdown: drawdown('softDrawdown'),
  hardDrawdown: drawdown('hardDrawdown'),
  halted: z.boolean('halted must be true or false').nullish(),
})
export type MandateChange = z.output<typeof mandateInput>

/** As the specification pages the agent's trades. */
export const tradesInput = z.object({
  page: wholeNumber('page', 1, 1_000_000).nullish().describe('1, 2, 3 …; 1 when left out'),
  limit: wholeNumber('limit', 1, LIMITS.history.max).nullish().describe('Trades on the page; 50 when left out'),
  status: oneOf('status', TRADE_STATUSES),
})

export const tradePageInput = z.object({
  first: wholeNumber('first', 1, LIMITS.history.max).nullish(),
  after: id('after').nullish(),
  analysisId: id('analysisId').nullish(),
})

export const answerInput = z.object({ id: id('id'), approve: z.boolean('approve must be true or false') })

export const confirmInput = z.object({
  index: index('index must be one of'),
  typed: z.string('typed must be text').max(100, 'typed must have at most 100 characters'),
})

export const analysisIdInput = z.object({ id: id('id') })

export const keyInput = z.object({ symbol: index('symbol must be one of'), lookback: wholeNumber('lookback', 1, 1_000) })

export const analysisFiltersInput = z.object({
  symbol: index('symbol must be one of').nullish(),
  lookback: wholeNumber('lookback', 1, 1_000).nullish(),
  verdict: oneOf('verdict', AGENT_VERDICTS),
  reason: oneOf('reason', AGENT_REASONS),
  mine: flag('mine').describe('true: only what the agent of the caller looked at'),
})
export type AnalysisFilters = z.output<typeof analysisFiltersInput>

export const analysesInput = analysisFiltersInput.extend({
  first: wholeNumber('first', 1, LIMITS.agent.analyses.max).nullish(),
  after: id('after').nullish(),
})
