import { experienceOf, newKeyRecord } from '../../engine/analysis/agent/advanceRecord.ts'
import { HORIZON } from '../../engine/analysis/agent/agentModel.ts'
import { agentExpiry, endOfMinute, quotedPricing, realisedPricing } from '../../engine/analysis/agent/agentPricing.ts'
import { analyse, lastScanMinute } from '../../engine/analysis/agent/analyse.ts'
import { SessionIndex } from '../../engine/analysis/agent/SessionIndex.ts'
import { sessionsOf } from '../../engine/analysis/agent/testing/walkMarket.ts'
import { quotedPair } from '../../engine/agent/quotedPair.ts'
import { assessAgent, type AgentCandidate, type AgentMoment } from '../../engine/agent/trades/assessAgent.ts'
import type { OptionContract } from '../../engine/broker/port.ts'
import { depthAround } from '../../engine/sandbox/options/bidAsk.ts'
import { optionContract } from '../../engine/sandbox/options/optionContract.ts'
import { OptionPricing } from '../../engine/sandbox/options/OptionPricing.ts'
import { SyntheticSource } from '../../engine/sandbox/sources/SyntheticSource.ts'
import { ACCOUNT, CANDIDATE } from '../../engine/trading/testing/decisions.ts'
import type { Candle } from '../../schema/market/candles.ts'
import { INDICES } from '../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { OPTION_TYPES, type OptionType } from '../../schema/market/OptionType.ts'
import { fromRupees, OPTION_TICK, paise, roundToTick, type Paise } from '../../schema/money.ts'
import type { IsoDate } from '../../schema/time.ts'
import { AGENT_DEFAULTS, AGENT_MANDATE, SCAN_MINUTES } from '../../schema/trading/agent.ts'
import { PAST_SESSIONS } from '../launch/loadPast.ts'

const INDEX = AGENT_MANDATE.symbols[0]!
/** The day on which the past ends that a first start draws. */
const BEFORE: IsoDate = '2026-11-20'
const INTERVAL = AGENT_DEFAULTS.analysisIntervalMinutes
const EXPERIENCE = experienceOf(newKeyRecord())

/**
 * How many exploratory trades a default agent opens on each of so many days of a default sandbox: at its scans, by that sandbox's
 * quotes, past the checks of a user's own limits. Each day it has lost nothing yet, and holds what it bought for the whole horizon.
 */
export function exploratoryDays(seed: number, days: number): number[] {
  const source = new SyntheticSource(seed)
  const options = new OptionPricing(source)
  const sessions = sessionsOf(source, INDEX, BEFORE, PAST_SESSIONS + days)
  const all = SessionIndex.build(sessions)
  return sessions.slice(-days).map(({ date }, day) => {
    const history = all.upTo(PAST_SESSIONS + day)
    return tradesOf(date, source.candles(INDEX, date), history, options)
  })
}

function tradesOf(date: IsoDate, candles: readonly Candle[], history: SessionIndex, options: OptionPricing): number {
  const closes = Float64Array.from(candles, ({ close }) => close / 100)
  const until: Record<OptionType, number> = { CE: 0, PE: 0 }
  let trades = 0
  for (let minute = SCAN_MINUTES; minute - 1 <= lastScanMinute(closes.length); minute += SCAN_MINUTES) {
    if (Math.floor(minute / INTERVAL) === Math.floor((minute - SCAN_MINUTES) / INTERVAL)) continue
    const candle = candles[minute - 1]!
    const chain = chainAt(date, candle, options)
    const at = endOfMinute(date, minute - 1)
    const quotes = { contracts: [...chain.keys()], lastPriceOf: (contract: OptionContract) => chain.get(contract) ?? null }
    const pair = quotedPair(quotes, INDEX, candle.close, at)
    const pricing = (pair && quotedPricing(INDEX, pair)) ?? realisedPricing(history, INDEX, date, candle.close / 100)
    const today = { date, closes: closes.subarray(0, minute), sessionMinutes: closes.length }
    const { exploratory, findings } = analyse(history, today, AGENT_DEFAULTS.lookbackPeriod, pricing, EXPERIENCE)
    if (exploratory === null || findings === null) continue
    const [contract] = [...chain.keys()].filter(({ optionType }) => optionType === exploratory)
    const premium = depthAround(optionContract(INDEX, contract!.expiry, contract!.strike, exploratory), chain.get(contract!)!, at).sells[0]!
      .price
    const moment: AgentMoment = {
      ...{ rules: SHIPPED_MARKET_RULES, now: at, closedAt: at, session: SHIPPED_MARKET_RULES.sessionHours(date), dayCovered: true },
      ...{
        paused: null,
        shortage: null,
        indexPrice: candle.close,
        listedContracts: chain.size,
        contract: contract!,
        premium,
      },
      ...{ kind: 'EXPLORATORY', deviation: findings.deviation },
    }
    const candidate = candidateWith(trades, minute < until[exploratory] ? 1 : 0)
    if (!assessAgent(candidate, { ...ACCOUNT, openTrades: 0, entriesToday: trades, entriesLastMinute: 0 }, moment).ok) continue
    until[exploratory] = minute + HORIZON
    trades++
  }
  return trades
}

/** The call and the put at the money of the expiry that the agent buys, with what they last traded at. */
function chainAt(date: IsoDate, candle: Candle, options: OptionPricing): ReadonlyMap<OptionContract, Paise> {
  const expiry = agentExpiry(INDEX, date)
  const strike = roundToTick(candle.close, INDICES[INDEX].strikeStep, 'nearest')
  return new Map(
    OPTION_TYPES.map((optionType) => {
      const contract = optionContract(INDEX, expiry, strike, optionType)
      const { lot: lotSize, token, tradingSymbol, exchange } = contract
      const price = options.premium(contract, candle.close, candle)
      return [{ exchange, token, tradingSymbol, index: INDEX, expiry, strike, optionType, lotSize, tick: OPTION_TICK }, price]
    }),
  )
}

function candidateWith(tradesToday: number, openTrades: number): AgentCandidate {
  const { capital, quantityLots, riskPerTrade, maxTradesPerDay } = AGENT_DEFAULTS
  const { softDrawdown, hardDrawdown } = AGENT_MANDATE
  const risk = fromRupees((capital / 100) * riskPerTrade)
  const settings = {
    capital,
    lots: quantityLots,
    risk,
    maxTrades: maxTradesPerDay,
    softDrawdown,
    hardDrawdown,
    lossToday: paise(0),
    lossCounted: paise(0),
  }
  return { ...CANDIDATE, tradesToday, openTrades, asks: false, bar: null, settings }
}
