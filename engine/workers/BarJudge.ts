import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import type { LiveSeries } from '../analysis/rules/LiveSeries.ts'
import { compileRules } from '../analysis/rules/compileRules.ts'
import { columnsOf, warmFrom, type Program } from '../analysis/rules/Program.ts'
import { runProgram } from '../analysis/rules/runProgram.ts'
import { toSignal, type Signal } from '../analysis/rules/signalOf.ts'
import { warmUpBars } from '../analysis/rules/warmUp.ts'
import type { Warming } from './EvaluationBoard.ts'

/** What rules make of the bar at a place. */
export type Judge = (rules: RuleSet, bars: LiveSeries, place: number) => Signal | Warming

/** A rule set written down for every index it trades. */
interface Compiled {
  readonly program: Program
  readonly needBars: number
}

/** A program with the columns of a series. */
interface Bound extends Compiled {
  readonly beginning: number
  readonly columns: readonly Float64Array[]
  isWarm: boolean
}

/** A judge that compiles each rule set once, and finds the columns it reads once for each series. A rule set is known by its object, which must not change. */
export function barJudge(): Judge {
  const compiled = new WeakMap<RuleSet, Compiled>()
  const known = new WeakMap<LiveSeries, WeakMap<RuleSet, Bound>>()
  const said = new Int8Array(1)
  const boundTo = (rules: RuleSet, bars: LiveSeries): Bound => {
    let ofSeries = known.get(bars)
    if (!ofSeries) known.set(bars, (ofSeries = new WeakMap()))
    let bound = ofSeries.get(rules)
    if (bound?.beginning === bars.beginnings) return bound
    let each = compiled.get(rules)
    if (!each) compiled.set(rules, (each = { program: compileRules(rules), needBars: warmUpBars(rules) }))
    // Refuses rules for other bars before it looks for their columns.
    warmFrom(each.program, bars)
    bound = { ...each, beginning: bars.beginnings, columns: columnsOf(each.program, bars), isWarm: false }
    ofSeries.set(rules, bound)
    return bound
  }
  return (rules, bars, place) => {
    const bound = boundTo(rules, bars)
    // Once warm on the newest bar, it is warm on all that follow; earlier bars have to be checked.
    const from = bound.isWarm && bars.isNewest(place) ? place : warmFrom(bound.program, bars)
    if (place < from) {
      const haveBars = bars.barsTo(place)
      return { haveBars, needBars: Math.max(bound.needBars, haveBars + 1) }
    }
    bound.isWarm ||= bars.isNewest(place)
    runProgram(bound.program, bound.columns, place, place + 1, said, 0)
    return toSignal(said[0])
  }
}
