import { STRATEGY_TEMPLATES, type StrategyTemplate } from '../../../schema/rules/templates.ts'
import type { RuleSource } from '../../../schema/rules/RuleSource.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import { SeededRandom } from '../../../schema/SeededRandom.ts'
import { istInstant, istIso, MINUTE, parseTimeOfDay, type Instant } from '../../../schema/time.ts'
import type { BacktestPlan } from '../../backtest/trades/BacktestPlan.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import { runBacktest } from '../../backtest/run/runBacktest.ts'
import { testPlan } from '../../backtest/testing/history.ts'
import { RecordsConnection } from '../../simulation/RecordsConnection.ts'
import { Faults } from '../../simulation/Faults.ts'
import { Journal } from '../../simulation/Journal.ts'
import { SimulatedRecords } from '../../simulation/SimulatedRecords.ts'
import { playOnFloor } from './playOnFloor.ts'
import { TAPE_DATE, type Tape } from './tape.ts'
import { entryPriceOf, outcomeOf, type Leg } from '../../trading/positions/legs.ts'
import { summaryOf } from '../../trading/positions/summaryOf.ts'

/** The outcome of a leg, to the minute and to the paisa. */
export interface PlayedLeg {
  readonly option: string
  readonly side: OrderSide
  readonly quantity: number
  /** Minutes. */
  readonly entered: string
  readonly left: string
  readonly entryPrice: Paise
  readonly exitPrice: Paise
  readonly exitReason: string
  readonly gross: Paise
  readonly charges: Paise
  readonly net: Paise
}

export interface PlayedTrade extends Pick<PlayedLeg, 'exitReason' | 'gross' | 'charges' | 'net'> {
  /** By option, of one option the first one first. */
  readonly legs: readonly PlayedLeg[]
}

/** Rules, and what they are traded by. */
export interface Play {
  readonly rules: RuleSource
  readonly settings?: Partial<BacktestPlan['settings']>
  readonly funds?: Paise
  /** Whether both sides of a quote have the last price, and history fills at it; else both pay half a modelled spread. */
  readonly depth?: boolean
}

/** A seeded template as a new subscription trades it, with what is given in place of its own. */
export function playOfTemplate(slug: string, { settings, ...play }: Omit<Play, 'rules'> = {}): Play {
  const template = STRATEGY_TEMPLATES.find((each) => each.slug === slug)
  if (!template) throw new RangeError(`no template ${slug}`)
  return { rules: template.rules, ...play, settings: { ...settingsOf(template), ...settings } }
}

/** The trades of a backtest over a tape. */
export function playInBacktest({ market }: Tape, play: Play): PlayedTrade[] {
  const { trades, stillOpen } = runBacktest(planOf(play), market)
  if (stillOpen.length > 0) throw new Error(`${stillOpen.length} trades are open when the tape ends`)
  return trades.map(({ contract, option, quantity, entryTime, entryPrice, exitTime, exitPrice, exitReason, gross, charges, net, legs }) => {
    const outcome = { exitReason, gross, charges, net }
    const single = { ...outcome, side: 'BUY' as const, quantity, entryTime, entryPrice: entryPrice!, exitTime, exitPrice: exitPrice! }
    const all = contract
      ? [playedLeg({ ...single, option: option! })]
      : legs.map((leg) => playedLeg({ ...leg, option: leg.contract.tradingSymbol }))
    return playedTrade({ ...outcome, legs: all })
  })
}

/** The trades of a trading floor with a paper broker and the simulation's records over the same. */
export async function playLive(tape: Tape, play: Play): Promise<PlayedTrade[]> {
  const records = simulatedRecords(tape, play)
  const faults = new Faults(new SeededRandom('none'))
  faults.end()
  const connection = new RecordsConnection({
    ...{ records, faults, journal: new Journal() },
    databaseAnswers: () => true,
    onKilled: () => undefined,
  })
  await playOnFloor(tape, {
    records: {
      ...{ trades: connection, decisions: connection },
      ...{ ping: () => connection.ping(), tradedStrategies: () => connection.tradedStrategies() },
    },
    depth: play.depth ?? false,
  })
  return playedTrades([...records.legs])
}

/** The sum of legs, trade by trade. Throws when one is open. */
export function playedTrades(legs: readonly Leg[]): PlayedTrade[] {
  return [...new Set(legs.map(({ tradeId }) => tradeId))].map((tradeId) => {
    const [first, ...others] = legs.filter((leg) => leg.tradeId === tradeId)
    const all = [first!, ...others] as const
    const { gross, charges, net, closing } = summaryOf(all, true)
    if (gross === null || net === null || !closing) throw new Error(`trade ${tradeId} is open when the tape ends`)
    const playedLegs = all.map((leg) => {
      const { contract, side, quantity, entryTime } = leg
      const { exitTime, exitReason } = leg.closing!
      const entered = { option: contract.tradingSymbol, side, quantity, entryTime, entryPrice: entryPriceOf(leg) }
      return playedLeg({ ...entered, exitTime, exitReason, ...outcomeOf(leg) })
    })
    return playedTrade({ legs: playedLegs, exitReason: closing.exitReason, gross, charges, net })
  })
}

/** The plan of a play, for its day. */
export function planOf({ rules, settings, funds, depth }: Play): BacktestPlan {
  const account = { funds: funds ?? paise(10_00_000_00), maxOpenTrades: 20, maxDailyLoss: null, squareOffAtDailyLoss: false }
  return testPlan(rules, { account, from: TAPE_DATE, slippage: depth ? 0 : 1, ...(settings && { settings }) })
}

function simulatedRecords({ market }: Tape, play: Play): SimulatedRecords {
  const { account, settings } = planOf(play)
  const strategy = { id: 'strategy', version: 1 }
  let last = 0
  return new SimulatedRecords({
    rules: market.rules,
    strategies: [{ ...strategy, slug: 'strategy', rules: play.rules, instruments: ['NIFTY'] }],
    users: [{ id: 'user', ...account }],
    subscriptions: [{ id: 'subscription', userId: 'user', strategyId: strategy.id, version: strategy.version, settings }],
    newId: () => `00000000-0000-0000-0000-${String(++last).padStart(12, '0')}`,
  })
}

function settingsOf({ windowStart, windowEnd, maxTrades, riskPerTradePaise: risk }: StrategyTemplate): Play['settings'] {
  return { windowStart: parseTimeOfDay(windowStart)!, windowEnd: parseTimeOfDay(windowEnd)!, maxTrades, risk }
}

/**
 * Trades of live trading with the minutes that a backtest gives them: legs opened again are opened a minute later, at the open of the
 * minute after the one that ends with its premium back.
 */
export function withMinutesOfBacktest(trades: readonly PlayedTrade[]): PlayedTrade[] {
  return trades.map((trade) => ({
    ...trade,
    legs: trade.legs.map((leg, i) => {
      if (trade.legs[i - 1]?.option !== leg.option) return leg
      const entered = minuteOf(istInstant(TAPE_DATE, parseTimeOfDay(leg.entered)! + 1))
      return { ...leg, entered }
    }),
  }))
}

/** Strike and type of a trading symbol of the tape, such as "24000CE". */
export function nameOf(option: string): string {
  return option.slice(-7)
}

interface Times {
  readonly entryTime: Instant
  readonly exitTime: Instant
}

/** A leg's outcome, with its times to the minute. */
export function playedLeg(leg: Omit<PlayedLeg, 'entered' | 'left'> & Times): PlayedLeg {
  const { option, side, quantity, entryTime, exitTime, entryPrice, exitPrice, exitReason, gross, charges, net } = leg
  const [entered, left] = [minuteOf(entryTime), minuteOf(exitTime)]
  return { option, side, quantity, entered, left, entryPrice, exitPrice, exitReason, gross, charges, net }
}

function minuteOf(at: Instant): string {
  return istIso(at - (at % MINUTE)).slice(11, 16)
}

/** A trade's outcome, its legs in the order in which they are compared. */
export function playedTrade({ legs, exitReason, gross, charges, net }: PlayedTrade): PlayedTrade {
  return { legs: inOrder(legs), exitReason, gross, charges, net }
}

function inOrder(legs: readonly PlayedLeg[]): PlayedLeg[] {
  return legs.toSorted((a, b) => a.option.localeCompare(b.option) || a.entered.localeCompare(b.entered))
}
