import { INTERVAL_MINUTES, type Interval } from '../../schema/market/candles.ts'
import { describeLeftOut } from '../../schema/market/SessionSieve.ts'
import { outputsOf, type IndicatorCall } from '../../schema/rules/indicators.ts'
import { parseIndicator } from '../../schema/rules/parseOperand.ts'
import { istIso } from '../../schema/time.ts'
import { computeIndicator } from '../analysis/indicators/computeIndicator.ts'
import { UsageError } from './failures.ts'
import { FILE_OPTIONS, parseFileReading } from './fileReading.ts'
import { parseInterval, parseOptions, required } from './options.ts'
import { readCandles } from './readCandles.ts'
import { INDICATORS_USAGE } from './usage.ts'

/** `indicators`: prints the requested columns as CSV; reports skipped parts of the file on stderr. */
export async function printIndicators(args: readonly string[]): Promise<string> {
  const options = parseOptions(args, {
    candles: { type: 'string' },
    spec: { type: 'string' },
    interval: { type: 'string', default: '1min' },
    ...FILE_OPTIONS,
    help: { type: 'boolean', short: 'h' },
  })
  if (options.help) return INDICATORS_USAGE
  const interval = parseInterval(options.interval)
  const calls = parseSpec(required(options.spec, '--spec'), interval)
  const file = required(options.candles, '--candles')
  const { candles, ...leftOut } = await readCandles(file, interval, parseFileReading(options))
  // Apart from the columns, which programs read.
  for (const sentence of describeLeftOut(leftOut)) process.stderr.write(`${file}: ${sentence}\n`)

  const columns = calls.flatMap((call) => {
    const outputs = Object.fromEntries(outputsOf(call.name).map((output) => [output, new Float64Array(candles.time.length)]))
    computeIndicator(candles, call, INTERVAL_MINUTES[interval], outputs)
    return Object.entries(outputs).map(([output, values]) => ({ name: columnName(call, output), values }))
  })
  const lines = [['time', ...columns.map(({ name }) => name)].join(',')]
  candles.time.forEach((time, i) => {
    let line = istIso(time)
    for (const { values } of columns) line += Number.isNaN(values[i]) ? ',' : `,${values[i]}`
    lines.push(line)
  })
  return `${lines.join('\n')}\n`
}

/** The indicators of `ema(20),supertrend(10,3)`: split at the commas outside of brackets. */
function parseSpec(spec: string, interval: Interval): IndicatorCall[] {
  return spec.split(/,(?![^(]*\))/).map((item, i) => {
    const call = parseIndicator(item.trim(), interval)
    if (!call.ok) throw new UsageError(`--spec item ${i + 1}, "${item.trim()}": ${call.error}`)
    return call.value
  })
}

/** `ema_20`, `supertrend_10_3_direction`: no comma in a CSV header, and no `value` for an indicator's main output. */
function columnName({ name, parameters }: IndicatorCall, output: string): string {
  return [name, ...parameters, ...(output === 'value' ? [] : [output])].join('_')
}
