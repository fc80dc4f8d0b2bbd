import { computeIndicator } from '../../engine/analysis/indicators/computeIndicator.ts'
import { allocateColumns, type CandleColumns } from '../../schema/market/candles.ts'
import { outputsOf } from '../../schema/rules/indicators.ts'
import type { ChartCandle } from './ChartCandle.ts'
import { OVERLAYS, type Overlay } from './Overlay.ts'

/** One column of an indicator as drawn: a value per bar, NaN for none. */
export interface OverlayLine {
  readonly values: Float64Array
  /** The token of its colour: never one of profit and loss. */
  readonly token: string
  readonly look: 'solid' | 'dashed' | 'columns'
}

/** An indicator's lines; all lines of an overlay share a pane. */
export interface OverlayPicture {
  readonly overlay: Overlay
  readonly pane: 'price' | 'rsi' | 'macd'
  readonly lines: readonly OverlayLine[]
}

/** The lines of the indicators that are not hidden, by the code that the engine trades by. `minutes` is a bar's length. */
export function overlayPictures(candles: readonly ChartCandle[], overlays: readonly Overlay[], minutes: number): readonly OverlayPicture[] {
  const shown = overlays.filter((overlay) => !overlay.hidden)
  if (shown.length === 0) return []
  const columns = columnsOf(candles)
  return shown.map((overlay) => {
    const outputs = Object.fromEntries(outputsOf(overlay.name).map((output) => [output, new Float64Array(candles.length)]))
    computeIndicator(columns, overlay, minutes, outputs)
    return { overlay, pane: OVERLAYS[overlay.name].pane, lines: linesOf(overlay, outputs) }
  })
}

function linesOf({ name, colour }: Overlay, outputs: Readonly<Record<string, Float64Array>>): readonly OverlayLine[] {
  const token = `--series-${colour}`
  const line = (output: string, look: OverlayLine['look'] = 'solid'): OverlayLine => ({ values: outputs[output]!, token, look })
  switch (name) {
    case 'bollinger':
      return [line('upper'), line('middle', 'dashed'), line('lower')]
    case 'macd':
      return [line('line'), line('signal', 'dashed'), line('histogram', 'columns')]
    case 'supertrend': {
      const { value, direction } = outputs
      const where = (way: number) => value!.map((each, i) => (direction![i] === way ? each : NaN))
      // The band jumps to the other side of the price when the trend turns: no line leads there, and above the price it is dashed.
      return [
        { values: where(1), token, look: 'solid' },
        { values: where(-1), token, look: 'dashed' },
      ]
    }
    case 'sma':
    case 'ema':
    case 'vwap':
    case 'rsi':
      return [line('value')]
  }
}

function columnsOf(candles: readonly ChartCandle[]): CandleColumns {
  const columns = allocateColumns(candles.length)
  candles.forEach((candle, i) => {
    columns.time[i] = candle.time
    columns.open[i] = candle.open
    columns.high[i] = candle.high
    columns.low[i] = candle.low
    columns.close[i] = candle.close
    columns.volume[i] = candle.volume
  })
  return columns
}
