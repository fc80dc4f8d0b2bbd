import { err, ok, type Result } from '../../../schema/errors.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import { istDate, istInstant } from '../../../schema/time.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import { refusedByAccount, refusedByTime, refusedByTrades, type Account, type Candidate, type EntryPlan, type Moment } from './assess.ts'
import { ofLots } from '../positions/legLevels.ts'
import { refusedByFunds, type PositionPlan } from '../positions/planPosition.ts'

/** What a position is judged by, whichever options it opens. */
export type PositionMoment = Pick<Moment, 'rules' | 'now' | 'closedAt' | 'session' | 'dayCovered' | 'paused'>

/** A position that a signal requests. `plan`: planPosition with the candidate's lots and risk, called only when needed. */
export interface AskedPosition {
  readonly rule: PositionRule
  readonly plan: () => Result<PositionPlan, Denial>
}

/** Whether a subscription takes a signal that opens a position: the orders to send, or the first reason against it, in the order of `assess`. */
export function assessPosition(
  candidate: Candidate,
  account: Account,
  moment: PositionMoment,
  { rule, plan }: AskedPosition,
): Result<EntryPlan, Denial> {
  // The plan excludes options that expire today once their entries have ended.
  const refused = refusedByTime(candidate, { ...moment, contract: null }) ?? refusedByTrades(candidate, moment)
  if (refused) return err(refused)
  const planned = plan()
  if (!planned.ok) return planned
  const short = refusedByAccount(account) ?? refusedByFunds(planned.value, account.available)
  if (short) return err(short)
  const { lots, windowEnd } = candidate.settings
  const windowEndsAt = istInstant(istDate(moment.now), windowEnd)
  const { reserved: funds, loss } = planned.value
  const option = planned.value.legs.map(({ contract }) => contract.tradingSymbol).join(' ')
  const legs = planned.value.legs.map(({ leg, contract, side, quantity, premium, reserved }) => {
    const { target, stop } = rule.legs[leg]!
    const levels = { takeProfit: ofLots(target, lots), stopLoss: ofLots(stop, lots), trailingStopPercent: null }
    return { contract, side, quantity, premium, reserved, terms: { ...levels, windowEndsAt, position: { rule, lots, leg, option, funds } } }
  })
  return ok({ legs, reserved: funds, loss })
}
