import { ok, type Result } from '../../../schema/errors.ts'
import { toRupees } from '../../../schema/money.ts'
import { AGENT_BOUNDS, AGENT_DEFAULTS } from '../../../schema/trading/agent.ts'
import type { AgentSettingsInput, AgentSettingsPartsFragment } from '../../gql/generated/graphql.ts'
import type { FieldMistakes } from '../../ui/forms/useCheckedForm.ts'

/** The panel's fields as typed, by their names in the API; the risk in per cent. */
export interface TypedAgentSettings {
  readonly capital: string
  readonly quantityLots: string
  readonly analysisIntervalMinutes: string
  readonly maxTradesPerDay: string
  readonly riskPerTrade: string
  readonly lookbackPeriod: string
  readonly paperTrade: boolean
}

type NumberField = Exclude<keyof TypedAgentSettings, 'paperTrade'>

interface AgentField {
  readonly name: NumberField
  readonly label: string
  readonly min: number
  readonly max: number
  readonly step: number
}

const ofLimits = (name: NumberField, label: string, step: number): AgentField => ({ name, label, ...AGENT_BOUNDS[name], step })

export const CAPITAL_FIELDS: readonly AgentField[] = [
  ofLimits('capital', 'Capital (₹)', 1_000),
  ofLimits('quantityLots', 'Quantity (lots)', 1),
  {
    ...ofLimits('riskPerTrade', 'Risk per Trade (%)', 0.1),
    min: AGENT_BOUNDS.riskPerTrade.min * 100,
    max: AGENT_BOUNDS.riskPerTrade.max * 100,
  },
]

export const TRADING_FIELDS: readonly AgentField[] = [
  ofLimits('analysisIntervalMinutes', 'Analysis Interval (min)', 1),
  ofLimits('maxTradesPerDay', 'Max Trades per Day', 1),
  ofLimits('lookbackPeriod', 'Lookback Period (candles)', 1),
]

/** What the panel starts with. */
export function typedAgentSettings(settings: AgentSettingsPartsFragment): TypedAgentSettings {
  return {
    capital: String(settings.capital),
    quantityLots: String(settings.quantityLots),
    analysisIntervalMinutes: String(settings.analysisIntervalMinutes),
    maxTradesPerDay: String(settings.maxTradesPerDay),
    riskPerTrade: String(rounded(settings.riskPerTrade * 100)),
    lookbackPeriod: String(settings.lookbackPeriod),
    paperTrade: settings.paperTrade,
  }
}

/** The settings as they are, to be sent. */
export function settingsInput(settings: AgentSettingsPartsFragment): AgentSettingsInput {
  const { capital, quantityLots, riskPerTrade, analysisIntervalMinutes, maxTradesPerDay, lookbackPeriod, paperTrade } = settings
  return { capital, quantityLots, riskPerTrade, analysisIntervalMinutes, maxTradesPerDay, lookbackPeriod, paperTrade }
}

/** The typed settings for the server, which holds them to their bounds: what is empty, zero or unreadable becomes its default. */
export function readAgentSettings(typed: TypedAgentSettings): Result<AgentSettingsInput, FieldMistakes> {
  const whole = (text: string, otherwise: number) => Math.trunc(finite(text)) || otherwise
  const defaults = AGENT_DEFAULTS
  return ok({
    capital: whole(typed.capital, toRupees(defaults.capital)),
    quantityLots: whole(typed.quantityLots, defaults.quantityLots),
    analysisIntervalMinutes: whole(typed.analysisIntervalMinutes, defaults.analysisIntervalMinutes),
    maxTradesPerDay: whole(typed.maxTradesPerDay, defaults.maxTradesPerDay),
    riskPerTrade: rounded(finite(typed.riskPerTrade) / 100) || defaults.riskPerTrade,
    lookbackPeriod: whole(typed.lookbackPeriod, defaults.lookbackPeriod),
    paperTrade: typed.paperTrade,
  })
}

/** What a number field means by `text`, 1e9 a thousand million too; 0 when it is no number. */
function finite(text: string): number {
  const value = Number(text)
  return Number.isFinite(value) ? value : 0
}

/** Of a division or a product by 100: without what binary fractions add. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6
