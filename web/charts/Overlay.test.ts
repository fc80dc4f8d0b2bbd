import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeIndicator } from '../../engine/analysis/indicators/computeIndicator.ts'
import { allocateColumns } from '../../schema/market/candles.ts'
import { INDICATORS } from '../../schema/rules/indicators.ts'
import type { ChartCandle } from './ChartCandle.ts'
import {
  MOST_OVERLAYS,
  overlayLabel,
  OVERLAY_NAMES,
  OVERLAYS,
  parameterProblem,
  readOverlays,
  withOverlay,
  type Overlay,
} from './Overlay.ts'
import { overlayPictures } from './overlayLines.ts'

describe('the indicators of a chart', () => {
  it('start within the bounds of the rule language', () => {
    for (const name of OVERLAY_NAMES) {
      expect(OVERLAYS[name].parameters).toHaveLength(Object.keys(INDICATORS[name].parameters).length)
      OVERLAYS[name].parameters.forEach((value, i) => expect(parameterProblem(name, i, value)).toBeNull())
    }
  })

  it('are each there once, in colours of their own, and no more than there are colours', () => {
    const ema = (period: number) => ({ name: 'ema' as const, parameters: [period] })
    const two = [20, 50, 20].reduce<readonly Overlay[]>((overlays, period) => withOverlay(overlays, ema(period)), [])
    expect(two.map(overlayLabel)).toEqual(['EMA 20', 'EMA 50'])
    const without = withOverlay(two.slice(1), ema(9))
    expect(without.map(({ colour }) => colour)).toEqual([2, 1])
    const many = Array.from({ length: 9 }, (_, i) => ema(i + 1)).reduce<readonly Overlay[]>(withOverlay, [])
    expect(new Set(many.map(({ colour }) => colour)).size).toBe(MOST_OVERLAYS)
  })

  it('say what is wrong with a parameter', () => {
    expect(parameterProblem('ema', 0, 0)).toBe('A whole number from 1 to 500.')
    expect(parameterProblem('ema', 0, 2.5)).toBe('A whole number from 1 to 500.')
    expect(parameterProblem('bollinger', 1, 20.5)).toBe('A number from 0.1 to 20.')
    expect(parameterProblem('bollinger', 1, NaN)).toBe('A number from 0.1 to 20.')
    expect(parameterProblem('bollinger', 1, 2.5)).toBeNull()
  })
})

describe('remembered indicators', () => {
  it('come back as they were', () => {
    const overlays = [
      { name: 'rsi' as const, parameters: [14] },
      { name: 'vwap' as const, parameters: [] },
    ].reduce<readonly Overlay[]>(withOverlay, [])
    const hidden = overlays.map((overlay, i) => ({ ...overlay, hidden: i === 1 }))
    expect(readOverlays(JSON.parse(JSON.stringify(hidden)))).toEqual(hidden)
  })

  it('are left out where they are not ours', () => {
    expect(
      readOverlays([{ name: 'ema', parameters: [0] }, { name: 'constructor', parameters: [] }, null, { name: 'sma', parameters: ['9'] }]),
    ).toEqual([])
  })

  it('can always be drawn, whatever was stored', () => {
    const candles: ChartCandle[] = [{ time: 0, open: 1, high: 2, low: 1, close: 2, volume: 0 }]
    fc.assert(fc.property(fc.anything(), (stored) => void overlayPictures(candles, readOverlays(stored), 1)))
    const close = fc.record({
      name: fc.constantFrom(...OVERLAY_NAMES, 'atr'),
      parameters: fc.array(fc.oneof(fc.integer(), fc.double())),
      hidden: fc.anything(),
    })
    fc.assert(fc.property(fc.array(close), (stored) => void overlayPictures(candles, readOverlays(stored), 1)))
  })
})

describe('overlayPictures', () => {
  const candles = Array.from({ length: 60 }, (_, i): ChartCandle => {
    const close = 100 + 10 * Math.sin(i / 5)
    return { time: i * 60_000, open: close - 1, high: close + 2, low: close - 2, close, volume: 0 }
  })
  const draw = (name: Overlay['name'], hidden = false) =>
    overlayPictures(candles, [{ name, parameters: OVERLAYS[name].parameters, hidden, colour: 1 }], 1)

  it('are what the engine computes', () => {
    const columns = allocateColumns(candles.length)
    columns.close.set(candles.map(({ close }) => close))
    const value = new Float64Array(candles.length)
    computeIndicator(columns, { name: 'ema', parameters: [20] }, 1, { value })
    expect(draw('ema')[0]!.lines[0]!.values).toEqual(value)
  })

  it('show a Supertrend at each bar on one side only', () => {
    const [up, down] = draw('supertrend')[0]!.lines
    const sides = candles.map((_, i) => [up, down].filter((line) => !Number.isNaN(line!.values[i]!)).length)
    expect(sides).toEqual(candles.map((_, i) => (i < 10 ? 0 : 1)))
    expect(up!.values.some((value) => !Number.isNaN(value))).toBe(true)
    expect(down!.values.some((value) => !Number.isNaN(value))).toBe(true)
  })

  it('leave out what is hidden', () => {
    expect(draw('macd', true)).toEqual([])
    expect(draw('macd')[0]).toMatchObject({ pane: 'macd' })
  })
})
