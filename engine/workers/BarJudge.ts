import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import type { LiveSeries } from '../analysis/LiveSeries.ts'
import { compileRules } from '../analysis/program/compileRules.ts'
import { columnsOf, warmFrom, type Program } from '../analysis/program/Program.ts'
import { runProgram } from '../analysis/program/runProgram.ts'
import { warmUpBars } from '../analysis/warmUp.ts'
import type { Signal, Warming } from './EvaluationBoard.ts'

/** What rules make of the bar at a place. */
export type Judge = (rules: RuleSet, bars: LiveSeries, place: number) => Signal | Warming

interface Bound {
  readonly bars: LiveSeries
  readonly beginning: number
  readonly program: Program
  readonly columns: readonly Float64Array[]
  readonly needBars: number
  isWarm: boolean
}

/** A judge that compiles each rule set once, with the columns it reads. A rule set is known by its object, which must not change. */
export function barJudge(): Judge {
  const known = new WeakMap<RuleSet, Bound>()
  const said = new Int8Array(1)
  return (rules, bars, place) => {
    let bound = known.get(rules)
    if (bound?.bars !== bars || bound.beginning !== bars.beginnings) known.set(rules, (bound = bind(rules, bars)))
    // Once it is warm on the newest bar, it is on all that follow; of one before it that has to be asked.
    const from = bound.isWarm && bars.isNewest(place) ? place : warmFrom(bound.program, bars)
    if (place < from) {
      const haveBars = bars.barsTo(place)
      return { haveBars, needBars: Math.max(bound.needBars, haveBars + 1) }
    }
    bound.isWarm ||= bars.isNewest(place)
    runProgram(bound.program, bound.columns, place, place + 1, said, 0)
    return said[0] === 1 ? 1 : said[0] === -1 ? -1 : 0
  }
}

/** Throws a RangeError when the rules are for other bars. */
function bind(rules: RuleSet, bars: LiveSeries): Bound {
  const program = compileRules(rules)
  warmFrom(program, bars)
  return { bars, beginning: bars.beginnings, program, columns: columnsOf(program, bars), needBars: warmUpBars(rules), isWarm: false }
}
