import { computeIndicator } from '../../../engine/analysis/indicators/computeIndicator.ts'
import { indicatorBars } from '../../../engine/analysis/rules/warmUp.ts'
import type { IndicatorColumn, IndicatorValues } from '../../../schema/graphql/indicators.ts'
import { INTERVAL_MINUTES, type CandleColumns } from '../../../schema/market/candles.ts'
import { describeOperand } from '../../../schema/rules/describeCondition.ts'
import { indicatorText, outputsOf, type IndicatorCall } from '../../../schema/rules/indicators.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Bars } from '../market/Bars.ts'
import { candleBounds } from '../market/candleBounds.ts'
import { barsRead } from './barsRead.ts'
import { indicatorsInput } from './input.ts'

/** Indicators beside candles, by the very code that strategies decide by. */
export class IndicatorService {
  readonly #bars: Bars
  constructor(bars: Bars) {
    this.#bars = bars
  }

  /**
   * The latest candles, or the last ones of some dates or that begin before a moment, with values computed over as many earlier ones as a strategy
   * waits for (decision 97). Throws BAD_USER_INPUT.
   */
  async values(input: unknown): Promise<IndicatorValues> {
    const { symbol, interval, limit, calls, ...asked } = parseInput(indicatorsInput, input)
    const { since, before } = candleBounds(asked)
    const minutes = INTERVAL_MINUTES[interval]
    const bars = await this.#bars.last({ symbol, interval, count: barsRead({ calls, interval, limit }), before })
    const from = Math.max(0, bars.time.length - limit, since === null ? 0 : bars.time.filter((time) => time < since).length)
    return { candles: candlesOf(bars, from), columns: calls.flatMap((call) => columnsOf(bars, call, minutes, from)) }
  }
}

function columnsOf(bars: CandleColumns, call: IndicatorCall, minutes: number, from: number): IndicatorColumn[] {
  const names = outputsOf(call.name)
  const outputs = Object.fromEntries(names.map((output) => [output, new Float64Array(bars.time.length)]))
  computeIndicator(bars, call, minutes, outputs)
  const warmFrom = indicatorBars(call, minutes) - 1
  return names.map((output) => ({
    spec: indicatorText(call),
    output,
    name: describeOperand({ kind: 'indicator', call, output, offset: 0 }),
    values: Array.from(outputs[output]!.subarray(from), (value, i) => (from + i < warmFrom || Number.isNaN(value) ? null : value)),
  }))
}

function candlesOf({ time, open, high, low, close, volume }: CandleColumns, from: number): IndicatorValues['candles'] {
  return Array.from(time.subarray(from), (start, shown) => {
    const i = from + shown
    return { time: new Date(start), open: open[i]!, high: high[i]!, low: low[i]!, close: close[i]!, volume: volume[i]! }
  })
}
