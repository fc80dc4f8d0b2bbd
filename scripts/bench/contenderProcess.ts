/**
 * One library and one indicator in a process of their own, so that no other loop shapes what the compiler makes of this one.
 * Started with the names and the number of candles; each message from the parent asks for one pass and is answered with its milliseconds.
 */
import { isIndicatorName } from '../../schema/rules/indicators.ts'
import { isLibrary, LIBRARIES } from './libraries.ts'
import type { Contenders } from './Contender.ts'
import { syntheticCandles } from './syntheticCandles.ts'

const [library, indicator = '', length] = process.argv.slice(2)
const contenders: Contenders = isLibrary(library) ? LIBRARIES[library] : {}
const contender = isIndicatorName(indicator) ? contenders[indicator] : undefined
if (!contender) throw new Error(`${library} has no ${indicator}`)
const run = contender(syntheticCandles(Number(length)))

process.on('message', () => {
  const startedAt = performance.now()
  run()
  process.send?.(performance.now() - startedAt)
})
process.send?.('ready')
