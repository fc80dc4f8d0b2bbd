import { INDICATOR_NAMES, indicatorText, type IndicatorName } from '../../../schema/rules/indicators.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { PARAMETERS } from '../contenders/Contender.ts'
import { CANDLES, race } from '../contenders/race.ts'

const LEAST = 2
const MEAN = 8
/** Times what the plain loop takes. */
const MOST = 1.3

/** Every indicator against the fastest npm library and against the plain loop, in nanoseconds a candle; then the mean over all. */
export async function indicators(): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const ratios: number[] = []
  for (const name of INDICATOR_NAMES) {
    const { row, ratio } = await indicator(name)
    rows.push(row)
    if (ratio !== null) ratios.push(ratio)
  }
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
  const [ratio, wanted] = [`${mean.toFixed(1)}×`, `≥ ${MEAN}×`]
  rows.push({ what: 'indicators, geometric mean', ours: '', peer: 'the fastest of each', ratio, wanted, reached: mean >= MEAN })
  return rows
}

async function indicator(name: IndicatorName): Promise<{ row: BenchRow; ratio: number | null }> {
  const { sakha = NaN, inline = NaN, ...others } = Object.fromEntries(await race(name))
  const [fastest] = Object.entries(others).sort(([, a], [, b]) => a - b)
  const share = sakha / inline
  const ratio = fastest ? fastest[1] / sakha : null
  const row = {
    what: indicatorText({ name, parameters: PARAMETERS[name] }),
    ours: `${nanoseconds(sakha)} ns a candle`,
    peer: `${fastest ? `${fastest[0]} ${nanoseconds(fastest[1])} ns` : 'no library has it'}; plain loop ${nanoseconds(inline)} ns`,
    ratio: `${ratio === null ? '–' : `${ratio.toFixed(1)}×`}; ${share.toFixed(2)} of the loop`,
    wanted: `≥ ${LEAST}×; ≤ ${MOST} of the loop`,
    reached: (ratio === null || ratio >= LEAST) && share <= MOST,
  }
  return { row, ratio }
}

function nanoseconds(milliseconds: number): string {
  return ((milliseconds * 1e6) / CANDLES).toFixed(1)
}
