import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Contenders, Task } from './Contender.ts'
import { LIBRARIES, LIBRARY_NAMES, type Library } from './libraries.ts'
import { percentile } from '../measuring/percentile.ts'

export const CANDLES = 1_000_000
const WARM_UPS = 8
const ROUNDS = 5
/** Milliseconds after which a slow contender is warmed up and timed no further; it has had one pass of each at least. */
const WARM_UP_BUDGET = 350
const TIMED_BUDGET = 200

/**
 * Times a task of every library that has it over the same 1,000,000 candles: median milliseconds. They run turn by turn, each in its own
 * process, so that whatever slows the machine down slows all of them.
 */
export async function race(task: Task): Promise<Map<Library, number>> {
  const started: { library: Library; child: ChildProcess }[] = []
  try {
    for (const library of LIBRARY_NAMES) {
      const contenders: Contenders = LIBRARIES[library]
      if (contenders[task]) started.push({ library, child: start(library, task) })
    }
    await Promise.all(started.map(({ child }) => answer(child)))
    for (const { child } of started) await passes(child, WARM_UPS, WARM_UP_BUDGET)
    const timed = started.map((each) => ({ ...each, samples: [] as number[] }))
    for (let round = 0; round < ROUNDS; round++) {
      for (const { child, samples } of timed) if (sum(samples) < TIMED_BUDGET) samples.push(...(await passes(child, 1, TIMED_BUDGET)))
    }
    return new Map(timed.map(({ library, samples }) => [library, percentile(samples, 0.5)]))
  } finally {
    for (const { child } of started) child.kill()
  }
}

function start(library: Library, task: Task): ChildProcess {
  return fork(path.join(import.meta.dirname, 'contenderProcess.js'), [library, task, String(CANDLES)])
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
