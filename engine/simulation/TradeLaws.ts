import type { Leg } from '../trading/positions/legs.ts'
import type { Evidence } from './Evidence.ts'
import { unhedgedUnits, unlikeItsLegs } from './positionLaws.ts'

/** What must hold for trades and for their legs beside each other: stops, rounds, sums and hedges. */
export class TradeLaws {
  readonly #evidence: Evidence

  constructor(evidence: Evidence) {
    this.#evidence = evidence
  }

  /** `before`: as it was shown last; null: it is new. */
  checkLeg(before: Leg | null, after: Leg): void {
    if (!before) return this.#checkRounds(after)
    if (!before.closing && after.quantity === before.quantity) this.#checkStop(before, after)
    if (before.closing && !after.closing) this.#evidence.rows.tellLate(after.tradeId)
  }

  /** At the end of a step. */
  checkTrade(tradeId: string): void {
    const { rows, records, violations } = this.#evidence
    const trade = records.trades.get(tradeId)
    const legs = rows.legsOf(tradeId)
    const [first] = legs
    if (!first || !trade) {
      if (first || trade) violations.add('I14', `trade ${tradeId} has ${legs.length} legs and ${trade ? 'a' : 'no'} summary`)
      return
    }
    const fault = unlikeItsLegs(trade, legs, rows.ordersOf(tradeId))
    if (fault) violations.add('I14', `trade ${tradeId}: ${fault}`)
    const position = rows.positionOf(tradeId, first)
    const naked = position ? unhedgedUnits(position) : 0
    if (naked > 0 && !rows.isToldLate(tradeId)) violations.add('I13', `${naked} units of trade ${tradeId} are sold without a hedge`)
  }

  /** A trailing stop never falls; the stop of a position's leg moves to its cost and nowhere else, when another leg was stopped. */
  #checkStop(before: Leg, after: Leg): void {
    const { rows, violations } = this.#evidence
    const position = rows.positionOf(after.tradeId, after)
    if (!position) {
      if ((after.stop ?? 0) < (before.stop ?? 0))
        violations.add('I4', `the stop of leg ${after.id} fell from ${before.stop} to ${after.stop}`)
      return
    }
    if (before.stop === after.stop) return
    const { tick } = after.contract
    const cost = Math.round(Math.round(after.entryValue / after.quantity) / tick) * tick
    const another = position.legs.some(({ id, closing }) => id !== after.id && closing?.exitReason === 'STOP')
    if ((after.stop !== cost || !position.rule.stopsToCost || !another) && !rows.isToldLate(after.tradeId))
      violations.add('I4', `the stop of leg ${after.id} moved from ${before.stop} to ${after.stop}, its cost is ${cost}`)
  }

  #checkRounds(leg: Leg): void {
    const { rows, violations } = this.#evidence
    const position = rows.positionOf(leg.tradeId, leg)
    const index = leg.terms.position?.leg ?? null
    if (!position || index === null || rows.isToldLate(leg.tradeId)) return
    const rounds = position.legs.filter(({ terms }) => terms.position?.leg === index).length
    if (rounds > 1 + (position.rule.legs[index]?.reentries ?? 0))
      violations.add('I14', `leg ${index} of trade ${leg.tradeId} was opened ${rounds} times`)
  }
}
