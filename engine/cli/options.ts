import { parseArgs, type ParseArgsConfig } from 'node:util'
import { INTERVALS, isInterval, type Interval } from '../../schema/market/candles.ts'
import { UsageError } from './failures.ts'

/** parseArgs, with its complaints as UsageErrors of one sentence. */
export function parseOptions<const T extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(error.message.split('. ')[0]!.replace(/\.$/, ''), { cause: error })
  }
}

/** The value of an option that must be there. */
export function required(value: string | undefined, option: string): string {
  if (!value) throw new UsageError(`${option} is missing`)
  return value
}

/** Reads --interval. */
export function parseInterval(text: string): Interval {
  if (!isInterval(text)) throw new UsageError(`--interval must be ${INTERVALS.join(', ')}, not "${text}"`)
  return text
}

/** The whole number of an option, within bounds. */
export function wholeIn(option: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN
  if (!(value >= min && value <= max)) throw new UsageError(`${option} must be a whole number from ${min} to ${max}, not "${text}"`)
  return value
}
