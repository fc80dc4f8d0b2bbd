import { valueAt, type BarColumns } from '../../../engine/analysis/rules/BarColumns.ts'
import { barsBack } from '../../../schema/rules/comparisonsOf.ts'
import { describeOperand } from '../../../schema/rules/describeCondition.ts'
import type { Condition, Operand } from '../../../schema/rules/RuleSet.ts'
import { formatTimeOfDay } from '../../../schema/time.ts'
import { indexPoints } from '../trades/indexPoints.ts'

export type Comparison = Extract<Condition, { kind: 'compare' | 'between' }>
type Compared = Extract<Condition, { kind: 'compare' }>

/** Where the numbers of a comparison stand on the bar at a place and how far apart they are: "EMA(9) 24,512.10 is above EMA(21) 24,498.30 by 13.80". Every value must be there. */
export function describeStanding(comparison: Comparison, bars: BarColumns, place: number): string {
  if (comparison.kind === 'between') return describeBetween(comparison, bars, place)
  if (isTurn(comparison)) return describeTurn(comparison, bars, place)
  const { left, right } = comparison
  const [l, r] = [valueAt(left, bars, place), valueAt(right, bars, place)]
  const now =
    isTime(left) || isTime(right) ? timeApart(left, l, r) : `${named(left, l)} is ${apart(left, l, r)} ${named(right, r)}${by(l, r)}`
  if (barsBack(comparison) === 0) return now
  const [before, other] = [valueAt(left, bars, place - 1), valueAt(right, bars, place - 1)]
  return `${now}; on the candle before it was ${before === other ? 'equal to it' : `${apart(left, before, other)}${by(before, other)}`}`
}

function describeBetween({ value, low, high }: Extract<Condition, { kind: 'between' }>, bars: BarColumns, place: number): string {
  const [at, least, most] = [valueAt(value, bars, place), valueAt(low, bars, place), valueAt(high, bars, place)]
  if (isTime(value)) {
    if (at < least) return timeApart(value, at, least)
    if (at > most) return timeApart(value, at, most)
    return `the candle of ${formatTimeOfDay(at)}`
  }
  const where =
    at < least
      ? `${indexPoints(least - at)} below ${shown(low, least)}`
      : at > most
        ? `${indexPoints(at - most)} above ${shown(high, most)}`
        : `between ${shown(low, least)} and ${shown(high, most)}`
  return `${named(value, at)} is ${where}`
}

/** A direction compared with 0 has no distance. */
function isTurn({ left, right }: Compared): boolean {
  return left.kind === 'indicator' && left.output === 'direction' && right.kind === 'constant'
}

function describeTurn(comparison: Compared, bars: BarColumns, place: number): string {
  const way = (back: number) => (valueAt(comparison.left, bars, place - back) > 0 ? 'up' : 'down')
  return barsBack(comparison) === 0 ? `it is ${way(0)}` : `it is ${way(0)}, and was ${way(1)} on the candle before`
}

function apart(operand: Operand, left: number, right: number): string {
  if (left === right) return 'equal to'
  return isTime(operand) ? (left > right ? 'after' : 'before') : left > right ? 'above' : 'below'
}

function by(left: number, right: number): string {
  return left === right ? '' : ` by ${indexPoints(Math.abs(left - right))}`
}

/** "the candle of 12:31, 119 minutes before 14:30". */
function timeApart(left: Operand, l: number, r: number): string {
  const [candle, limit] = isTime(left) ? [l, r] : [r, l]
  const minutes = Math.abs(candle - limit)
  const distance = minutes === 0 ? 'at' : `${minutes} minute${minutes === 1 ? '' : 's'} ${candle > limit ? 'after' : 'before'}`
  return `the candle of ${formatTimeOfDay(candle)}, ${distance} ${formatTimeOfDay(limit)}`
}

/** "EMA(9) 24,512.10"; of a constant its value alone. */
function named(operand: Operand, value: number): string {
  return operand.kind === 'constant' ? String(operand.value) : `${describeOperand(operand)} ${shown(operand, value)}`
}

function shown(operand: Operand, value: number): string {
  return operand.kind === 'constant' ? String(operand.value) : indexPoints(value)
}

function isTime({ kind }: Operand): boolean {
  return kind === 'time'
}
