/**
 * One library and one task in a process of their own, so that no other loop shapes what the compiler makes of this one.
 * Started with the names and the number of candles; each message from the parent requests one pass and is answered with its milliseconds.
 */
import { isTask } from './Contender.ts'
import { isLibrary, LIBRARIES } from './libraries.ts'
import type { Contenders } from './Contender.ts'
import { syntheticCandles } from '../measuring/syntheticCandles.ts'

const [library, task = '', length] = process.argv.slice(2)
const contenders: Contenders = isLibrary(library) ? LIBRARIES[library] : {}
const contender = isTask(task) ? contenders[task] : undefined
if (!contender) throw new Error(`${library} has no ${task}`)
const run = contender(syntheticCandles(Number(length)))

process.on('message', () => {
  const startedAt = performance.now()
  run()
  process.send?.(performance.now() - startedAt)
})
process.send?.('ready')
