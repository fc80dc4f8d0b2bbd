import { Register } from './Register.ts'
import type { Pair, Program, Step } from './Program.ts'
import { signalOf, type Signal } from './signalOf.ts'
import { ABOVE, BELOW } from './standing.ts'

/** What lies between the steps of a run, by number. One run ends before the next begins, so all share it. */
const standings: Register[] = []
const truths: Register[] = []
/** The truth of a missing side. */
const NEVER = new Register()
const said = new Register()

/**
 * Runs a program over the bars from place `from` up to, not including, `to`, and writes its signals from place `at` of `signals` on: 1
 * LONG, −1 SHORT, 2 NEUTRAL, 0 nothing; long and short at once cancel out. `columns` are from columnsOf. Every bar that the program
 * reaches back to must be there.
 */
export function runProgram(
  program: Program,
  columns: readonly Float64Array[],
  from: number,
  to: number,
  signals: Int8Array,
  at = from,
): void {
  const { pairs, steps, table, long, short, enter } = program
  if (table) return lookUp(pairs[0]!, table, columns, from, to, signals, at)
  if (to - from === 1) {
    signals[at] = signalOnBar(program, columns, from)
    return
  }
  for (let first = from; first < to; first += Register.BARS) {
    const count = Math.min(Register.BARS, to - first)
    for (let i = 0; i < pairs.length; i++) compare(pairs[i]!, columns, first, count, numbered(standings, i))
    for (const step of steps) take(step, count)
    const place = at + first - from
    if (enter !== null) said.neutral(truths[enter]!, count)
    else said.difference(long === null ? NEVER : truths[long]!, short === null ? NEVER : truths[short]!, count)
    signals.set(said.signed.subarray(Register.FIRST, Register.FIRST + count), place)
  }
}

/** A program of one pair, in one pass: what it says follows from how that stands. */
function lookUp(
  pair: Pair,
  table: Int8Array,
  columns: readonly Float64Array[],
  from: number,
  to: number,
  signals: Int8Array,
  at: number,
): void {
  const a = columns[pair.left]!
  const b = columns[pair.right]!
  const aStep = a.length === 1 ? 0 : 1
  const bStep = b.length === 1 ? 0 : 1
  let before = pair.crosses ? standingAt(pair, columns, from - 1) : 0
  let p = (from - pair.leftBack) * aStep
  let q = (from - pair.rightBack) * bStep
  const end = at + to - from
  // What only turns say is nothing while nothing turns, which is nearly always.
  const isOfTurns = !table[ABOVE | (ABOVE << 2)] && !table[BELOW | (BELOW << 2)]
  if (isOfTurns) signals.fill(0, at, end)
  for (let k = at; k < end; k++) {
    if (isOfTurns && before === ABOVE) {
      for (; k < end && a[p]! > b[q]!; k++) {
        p += aStep
        q += bStep
      }
    } else if (isOfTurns && before === BELOW) {
      for (; k < end && a[p]! < b[q]!; k++) {
        p += aStep
        q += bStep
      }
    }
    if (k === end) return
    const x = a[p]!
    const y = b[q]!
    const now = Number(x >= y) | (Number(x <= y) << 1)
    signals[k] = table[now | (before << 2)]!
    before = now
    p += aStep
    q += bStep
  }
}

const standingsOfBar: number[] = []

/** Any program on one bar, without what a block of bars needs. */
function signalOnBar(program: Program, columns: readonly Float64Array[], place: number): Signal {
  const { pairs } = program
  for (let i = 0; i < pairs.length; i++) {
    const pair = pairs[i]!
    const now = standingAt(pair, columns, place)
    standingsOfBar[i] = pair.crosses ? now | (standingAt(pair, columns, place - 1) << 2) : now
  }
  return signalOf(program, standingsOfBar)
}

function standingAt({ left, leftBack, right, rightBack }: Pair, columns: readonly Float64Array[], place: number): number {
  const a = columns[left]!
  const b = columns[right]!
  const x = a[a.length === 1 ? 0 : place - leftBack]!
  const y = b[b.length === 1 ? 0 : place - rightBack]!
  return Number(x >= y) | (Number(x <= y) << 1)
}

/** A pair's state on each bar, and before the first one if needed. */
function compare(pair: Pair, columns: readonly Float64Array[], first: number, count: number, { bytes }: Register): void {
  const a = columns[pair.left]!
  const b = columns[pair.right]!
  // A constant has one element, which stands for every bar.
  const aStep = a.length === 1 ? 0 : 1
  const bStep = b.length === 1 ? 0 : 1
  const start = pair.crosses ? first - 1 : first
  let p = (start - pair.leftBack) * aStep
  let q = (start - pair.rightBack) * bStep
  const end = Register.FIRST + count
  for (let k = Register.FIRST + start - first; k < end; k++) {
    const x = a[p]!
    const y = b[q]!
    bytes[k] = Number(x >= y) | (Number(x <= y) << 1)
    p += aStep
    q += bStep
  }
}

function take(step: Step, count: number): void {
  const into = numbered(truths, step.into)
  switch (step.kind) {
    case 'look':
      return look(step.table, standings[step.pair]!, count, into)
    case 'all':
      return into.and(truths[step.from]!, count)
    case 'any':
      return into.or(truths[step.from]!, count)
    case 'not':
      return into.not(count)
  }
}

/** The standings' values in a table. Branch-free, because not even a processor can predict when a market turns. */
function look(table: Uint8Array, standing: Register, count: number, into: Register): void {
  const from = standing.bytes
  const to = into.bytes
  const end = Register.FIRST + count
  let before = from[Register.FIRST - 1]!
  for (let k = Register.FIRST; k < end; k++) {
    const now = from[k]!
    to[k] = table[now | (before << 2)]!
    before = now
  }
}

function numbered(registers: Register[], number: number): Register {
  return (registers[number] ??= new Register())
}
