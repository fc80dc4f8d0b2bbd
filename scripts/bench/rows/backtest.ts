import type { BenchRow } from '../measuring/BenchRow.ts'
import { CANDLES, race } from '../contenders/race.ts'

const LEAST = 8
/** Of the speed of the plain loop, which fills its trades too, in the same run. */
const LEAST_OF_LOOP = 0.75

/** A backtest of EMA(12) crossing EMA(26), with its trades, on one thread, in millions of candles a second. */
export async function backtest(): Promise<BenchRow[]> {
  const { sakha = NaN, inline = NaN, ...others } = Object.fromEntries(await race('ema cross'))
  const [fastest] = Object.entries(others).sort(([, a], [, b]) => a - b)
  const millions = (milliseconds: number) => (CANDLES / milliseconds / 1_000).toFixed(1)
  const ratio = fastest ? fastest[1] / sakha : NaN
  const ofLoop = inline / sakha
  const peers = Object.entries({ ...others, 'plain loop': inline }).map(([name, time]) => `${name} ${millions(time)}`)
  return [
    {
      what: 'backtest of EMA(12) × EMA(26)',
      ours: `${millions(sakha)} M candles/s`,
      peer: peers.join('; '),
      ratio: `${ratio.toFixed(1)}×; ${ofLoop.toFixed(2)} of the loop`,
      wanted: `≥ ${LEAST}×; ≥ ${LEAST_OF_LOOP} of the loop`,
      reached: ratio >= LEAST && ofLoop >= LEAST_OF_LOOP,
    },
  ]
}
