import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, cpus } from 'node:os'
import path from 'node:path'
import { INDICATOR_NAMES, indicatorText, type IndicatorName } from '../../schema/rules/indicators.ts'
import { PARAMETERS, type Contenders } from './Contender.ts'
import { LIBRARIES, LIBRARY_NAMES, type Library } from './libraries.ts'

const CANDLES = 1_000_000
const WARM_UPS = 2
const ROUNDS = 5
/** Milliseconds after which a slow contender is warmed up and timed no further; it has had one pass of each at least. */
const WARM_UP_BUDGET = 400
const TIMED_BUDGET = 1_000

/**
 * Times every indicator of every library over the same 1,000,000 candles and answers a Markdown table of median nanoseconds a candle.
 * The contenders of one indicator run turn by turn, each in its own process, so that whatever slows the machine down slows all of them.
 */
export async function benchIndicators(): Promise<string> {
  const rows: { name: IndicatorName; medians: Map<Library, number> }[] = []
  for (const name of INDICATOR_NAMES) rows.push({ name, medians: await timeIndicator(name) })

  const ratios: number[] = []
  const lines = rows.map(({ name, medians }) => {
    const ours = medians.get('sakha') ?? NaN
    const fastest = Math.min(...[...medians].filter(([library]) => library !== 'sakha').map(([, median]) => median))
    const ratio = fastest / ours
    if (Number.isFinite(ratio)) ratios.push(ratio)
    const cells = LIBRARY_NAMES.map((library) => medians.get(library)?.toFixed(1) ?? '–')
    return [indicatorText({ name, parameters: PARAMETERS[name] }), ...cells, Number.isFinite(ratio) ? `${ratio.toFixed(1)}×` : '–']
  })
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
  return [
    `Indicators over ${CANDLES.toLocaleString('en-US')} one-minute candles, in nanoseconds a candle (median of up to ${ROUNDS} interleaved rounds).`,
    `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}.`,
    '',
    row(['indicator', ...LIBRARY_NAMES, 'fastest library / ours']),
    row(['---', ...LIBRARY_NAMES.map(() => '---:'), '---:']),
    ...lines.map(row),
    '',
    `Geometric mean of the ratios: ${mean.toFixed(1)}×. Ours includes allocating the output columns. The libraries' VWAP knows no sessions.`,
  ].join('\n')
}

/** Median nanoseconds a candle of each library that has the indicator. */
async function timeIndicator(name: IndicatorName): Promise<Map<Library, number>> {
  const started: { library: Library; child: ChildProcess }[] = []
  try {
    for (const library of LIBRARY_NAMES) {
      const contenders: Contenders = LIBRARIES[library]
      if (contenders[name]) started.push({ library, child: start(library, name) })
    }
    await Promise.all(started.map(({ child }) => answer(child)))
    for (const { child } of started) await passes(child, WARM_UPS, WARM_UP_BUDGET)
    const timed = started.map((each) => ({ ...each, samples: [] as number[] }))
    for (let round = 0; round < ROUNDS; round++) {
      for (const { child, samples } of timed) if (sum(samples) < TIMED_BUDGET) samples.push(...(await passes(child, 1, TIMED_BUDGET)))
    }
    return new Map(timed.map(({ library, samples }) => [library, (median(samples) * 1e6) / CANDLES]))
  } finally {
    for (const { child } of started) child.kill()
  }
}

function start(library: Library, name: IndicatorName): ChildProcess {
  return fork(path.join(import.meta.dirname, 'contenderProcess.ts'), [library, name, String(CANDLES)], {
    execArgv: ['--import', '@oxc-node/core/register'],
  })
}

/** Runs passes one after the other, until there are `count` or they have taken `budget` milliseconds together. */
async function passes(child: ChildProcess, count: number, budget: number): Promise<number[]> {
  const samples: number[] = []
  while (samples.length < count && sum(samples) < budget) {
    child.send('run')
    samples.push(Number(await answer(child)))
  }
  return samples
}

/** The child's next message. Throws when the child ends instead. */
async function answer(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController()
  try {
    const [message] = (await Promise.race([
      once(child, 'message', { signal: ended.signal }),
      once(child, 'exit', { signal: ended.signal }).then(([code]) => {
        throw new Error(`${child.spawnargs.slice(-3).join(' ')} ended with ${String(code)}`)
      }),
    ])) as [unknown]
    return message
  } finally {
    ended.abort()
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
