import { err, type Result } from '../../../schema/errors.ts'
import { totalCharges } from '../../../schema/market/charges.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import { istDate, istMinuteOfDay } from '../../../schema/time.ts'
import type { AgentTradeKind } from '../../../schema/trading/agent.ts'
import type { AgentBar, Denial } from '../../../schema/trading/denials.ts'
import type { ExitLevel } from '../../../schema/trading/ExitLevel.ts'
import { HORIZON } from '../../analysis/agent/agentModel.ts'
import { assess, offerTo, type Account, type Candidate, type EntryPlan, type Moment, type Offer } from '../../trading/risk/assess.ts'
import { agentExits } from './agentExits.ts'

/** Share of the model's stop that an exploratory trade's may shrink to. */
const NEAREST_STOP = 0.5

/** A user's settings for the agent, and its loss today; losses are of the mode that it trades in, as every limit is. */
export interface AgentSettings {
  readonly capital: Paise
  /** The most of a trade. */
  readonly lots: number
  /** What a trade may lose at its stop, gross. */
  readonly risk: Paise
  /** Per day, of both kinds together. */
  readonly maxTrades: number
  /** Net loss of the agent's trades closed today, and the loss that stops new trades today; null: none. */
  readonly lossToday: Paise
  readonly softDrawdown: Paise | null
  /** The same since it was switched on first or released, and the loss that halts it. */
  readonly lossCounted: Paise
  readonly hardDrawdown: Paise | null
}

/** A user whose agent a verdict concerns. Trades are counted of both kinds together, and of its mode alone. */
export interface AgentCandidate extends Omit<Candidate, 'settings'> {
  readonly settings: AgentSettings
  /** Whether its user wants to be asked before each trade. */
  readonly asks: boolean
  /** Why it may not take its own proposal; null: it may. */
  readonly bar: AgentBar | null
}

/** The market at the moment of a verdict. */
export interface AgentMoment extends Moment {
  readonly kind: AgentTradeKind
  /** Of the index's log return within the horizon, as the analysis found it. */
  readonly deviation: number
}

/**
 * Whether a user's agent takes a verdict: the result of `assess`, after the agent's limits. It buys as many lots, up to the user's own, as
 * the capital pays for and as lose no more than the risk at the stop, and sells them when the horizon has passed at the latest. The stop of
 * an exploratory trade comes as near as the risk wants.
 */
export function assessAgent(candidate: AgentCandidate, account: Account, moment: AgentMoment): Result<EntryPlan, Denial> {
  const { capital, lots, risk, maxTrades, lossToday, softDrawdown, lossCounted, hardDrawdown } = candidate.settings
  if (hardDrawdown !== null && lossCounted >= hardDrawdown)
    return err({ reason: 'AGENT_HALTED', numbers: { loss: lossCounted, limit: hardDrawdown } })
  const closed = istMinuteOfDay(moment.closedAt)
  const bounds = { windowStart: closed, windowEnd: closed + HORIZON, maxTrades, risk, sizeByRisk: true, trailingStopPercent: null }
  const offered = offerTo({ ...candidate, settings: bounds }, moment)
  if (!offered.ok) return offered
  if (softDrawdown !== null && lossToday >= softDrawdown)
    return err({ reason: 'AGENT_DRAWDOWN', numbers: { loss: lossToday, limit: softDrawdown } })
  const needed = costOfLot(offered.value, moment)
  if (needed > capital) return err({ reason: 'CAPITAL_SHORT', numbers: { needed, capital } })
  const exits = agentExits({ ...moment, ...offered.value, spot: moment.indexPrice })
  const stopLoss = moment.kind === 'EXPLORATORY' ? stopWithin(risk, exits.stopLoss, offered.value) : exits.stopLoss
  const settings = { ...bounds, ...exits, stopLoss, lots: Math.min(lots, Math.floor(capital / needed)) }
  return assess({ ...candidate, settings }, account, moment)
}

/**
 * The stop, nearer where one lot would lose more than the risk at it. A proven trade keeps the stop that its record was made with; an
 * exploratory one proves nothing either way. Nearer than half of it, noise alone would end the trade: then it stays, and the risk refuses.
 */
function stopWithin(risk: Paise, stop: ExitLevel, { contract: { lotSize, tick }, premium }: Offer): ExitLevel {
  const percent = (100 * Math.floor(risk / lotSize / tick) * tick) / premium
  return percent < stop.value && percent >= NEAREST_STOP * stop.value ? { unit: 'PERCENT', value: percent } : stop
}

/** What one lot costs to buy, charges included. */
function costOfLot({ contract: { exchange, lotSize }, premium }: Offer, { rules, now }: Moment): Paise {
  const value = paise(premium * lotSize)
  return paise(value + totalCharges(rules.chargesFor({ side: 'BUY', exchange, value, date: istDate(now) })))
}
