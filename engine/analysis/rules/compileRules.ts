import type { Condition, Operand, RuleSet } from '../../../schema/rules/RuleSet.ts'
import type { Pair, Program, Step } from './Program.ts'
import { signalOf, type Decided } from './signalOf.ts'
import { sourceOf, sourceText, type Source } from './Source.ts'
import { MIRRORED, TABLES, type Relation } from './standing.ts'

/** Of a pair, now and on the bar before. */
const STANDINGS = 16

/** Compiles a rule set to a flat program, in which every source and every pair of operands occurs once. */
export function compileRules({ interval, long, short, enter }: RuleSet): Program {
  const compiler = new Compiler()
  const first = 0
  if (long) compiler.condition(long, first)
  // The second side leaves the first one's result alone.
  const second = long ? first + 1 : first
  if (short) compiler.condition(short, second)
  if (enter) compiler.condition(enter, first)
  const { sources, reach, pairs, steps } = compiler
  const sides = { long: long && first, short: short && second, enter: enter && first }
  const table = pairs.length === 1 ? tableOf({ steps, ...sides }) : null
  return { interval, sources, reach, pairs, steps, table, ...sides }
}

/** The result of steps on one pair, by its standing. */
function tableOf(decided: Decided): Int8Array {
  return Int8Array.from({ length: STANDINGS }, (_, standing) => signalOf(decided, [standing]))
}

class Compiler {
  readonly sources: Source[] = []
  readonly reach: number[] = []
  readonly pairs: Pair[] = []
  readonly steps: Step[] = []
  readonly #sources = new Map<string, number>()
  readonly #pairs = new Map<string, number>()

  /** Emits the steps that leave the condition's truth in a register; those above it are free. */
  condition(condition: Condition, into: number): void {
    switch (condition.kind) {
      case 'all':
      case 'any':
        condition.conditions.forEach((each, i) => {
          this.condition(each, i === 0 ? into : into + 1)
          if (i > 0) this.steps.push({ kind: condition.kind, into, from: into + 1 })
        })
        return
      case 'not':
        this.condition(condition.condition, into)
        this.steps.push({ kind: 'not', into })
        return
      case 'between':
        this.#look(condition.value, '>=', condition.low, into)
        this.#look(condition.value, '<=', condition.high, into + 1)
        this.steps.push({ kind: 'all', into, from: into + 1 })
        return
      case 'compare':
        this.#look(condition.left, condition.operator, condition.right, into)
    }
  }

  #look(left: Operand, relation: Relation, right: Operand, into: number): void {
    const [a, b] = [sourceOf(left), sourceOf(right)]
    const [aText, bText] = [`${sourceText(a.source)}[${a.back}]`, `${sourceText(b.source)}[${b.back}]`]
    // The order of the two is canonical, so that "above" and "below" share a pair.
    const [first, second, asked] = aText <= bText ? [a, b, relation] : [b, a, MIRRORED[relation]]
    const crosses = relation === 'crosses above' || relation === 'crosses below'
    const pair: Pair = {
      left: this.#source(first.source, first.back + Number(crosses)),
      leftBack: first.back,
      right: this.#source(second.source, second.back + Number(crosses)),
      rightBack: second.back,
      crosses,
    }
    this.steps.push({
      kind: 'look',
      into,
      pair: this.#pair(`${pair.left}[${pair.leftBack}] ${pair.right}[${pair.rightBack}]`, pair),
      table: TABLES[asked],
    })
  }

  #pair(key: string, pair: Pair): number {
    const known = this.#pairs.get(key)
    if (known === undefined) {
      this.#pairs.set(key, this.pairs.length)
      return this.pairs.push(pair) - 1
    }
    if (pair.crosses) this.pairs[known] = pair
    return known
  }

  #source(source: Source, back: number): number {
    const key = sourceText(source)
    const known = this.#sources.get(key)
    if (known === undefined) {
      this.#sources.set(key, this.sources.length)
      this.reach.push(back)
      return this.sources.push(source) - 1
    }
    this.reach[known] = Math.max(this.reach[known]!, back)
    return known
  }
}
