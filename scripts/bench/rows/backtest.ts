import type { BenchRow } from '../BenchRow.ts'
import { CANDLES, race } from '../race.ts'

const SPEED = 60
const LEAST = 8

/** A backtest of EMA(12) crossing EMA(26), with its trades, on one thread, in millions of candles a second. */
export async function backtest(): Promise<BenchRow[]> {
  const { sakha = NaN, inline = NaN, ...others } = Object.fromEntries(await race('ema cross'))
  const [fastest] = Object.entries(others).sort(([, a], [, b]) => a - b)
  const speed = (milliseconds: number) => CANDLES / milliseconds / 1_000
  const millions = (milliseconds: number) => speed(milliseconds).toFixed(1)
  const ratio = fastest ? fastest[1] / sakha : NaN
  const peers = Object.entries({ ...others, 'plain loop': inline }).map(([name, time]) => `${name} ${millions(time)}`)
  return [
    {
      what: 'backtest of EMA(12) × EMA(26)',
      ours: `${millions(sakha)} M candles/s`,
      peer: peers.join('; '),
      ratio: `${ratio.toFixed(1)}×`,
      wanted: `≥ ${SPEED} M/s; ≥ ${LEAST}×`,
      reached: speed(sakha) >= SPEED && ratio >= LEAST,
    },
  ]
}
