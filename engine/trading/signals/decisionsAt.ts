import type { Candle } from '../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { Session } from '../../../schema/market/MarketRules.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import { MINUTE } from '../../../schema/time.ts'
import { versionKey } from './ActiveStrategies.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import { assess, type Candidate } from '../risk/assess.ts'
import { judgeAt, type Decision } from './judgeAt.ts'
import { momentOf } from './momentOf.ts'
import { assessPosition } from '../risk/assessPosition.ts'
import { optionChain } from '../positions/optionChain.ts'
import { planPosition } from '../positions/planPosition.ts'
import type { MarketView } from './MarketView.ts'

/**
 * How the signals of a closed candle are decided: a side once for all subscriptions of one bought option, and once per strategy version
 * that opens a position. `positions`: theirs, by versionKey. Throws when a signal without a direction has no position.
 */
export function decisionsAt(
  index: IndexSymbol,
  candle: Pick<Candle, 'time' | 'close'>,
  view: MarketView,
  session: Session,
  positions: ReadonlyMap<string, PositionRule>,
): (side: SignalSide, candidate: Candidate) => Decision {
  const known = new Map<string, Decision>()
  const make = (side: SignalSide, candidate: Candidate, position: PositionRule | undefined) => {
    if (position) return positionDecision(index, candle, view, session, position)
    if (side === 'NEUTRAL') throw new TypeError(`strategy ${candidate.strategyId} signals without a direction and has no position`)
    const moment = momentOf({ index, side, price: candle.close, closedAt: candle.time + MINUTE }, view, session)
    return judgeAt((each, account) => assess(each, account, moment))
  }
  return (side, candidate) => {
    const key = versionKey(candidate)
    const position = positions.get(key)
    const name = position ? key : side
    const decision = known.get(name) ?? make(side, candidate, position)
    known.set(name, decision)
    return decision
  }
}

function positionDecision(
  index: IndexSymbol,
  candle: Pick<Candle, 'time' | 'close'>,
  view: MarketView,
  session: Session,
  rule: PositionRule,
): Decision {
  const contracts = view.contracts.filter((contract) => contract.index === index)
  const chain = optionChain({
    ...{ contracts, indexPrice: candle.close, now: view.now, session, rules: view.rules },
    premiumOf: (contract) => view.lastPriceOf(contract),
    ageOf: (contract) => view.quoteAgeOf(contract),
    shortageOf: (contract) => view.shortageOf(contract),
  })
  const moment = { ...view, session, paused: view.pausedOn(index), closedAt: candle.time + MINUTE }
  const plans = new Map<string, ReturnType<typeof planPosition>>()
  return judgeAt((candidate, account) => {
    const { lots, risk } = candidate.settings
    const plan = () => {
      const known = plans.get(`${lots} ${risk}`) ?? planPosition({ rule, settings: { lots, risk }, chain })
      plans.set(`${lots} ${risk}`, known)
      return known
    }
    return assessPosition(candidate, account, moment, { rule, plan })
  })
}
