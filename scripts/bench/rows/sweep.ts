import { pino } from 'pino'
import { crossPlan, indexHistory } from '../../../engine/backtest/sweep/testing/sweepPlans.ts'
import { SweepPool } from '../../../engine/backtest/sweep/SweepPool.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { percentile } from '../measuring/percentile.ts'
import { syntheticCandles } from '../measuring/syntheticCandles.ts'

const CANDLES = 22_125
const SETS = 1_000
const WARM_UPS = 3
const ROUNDS = 7
const LEAST_RATIO = 1.5

/** A sweep of parameter sets on one thread and on two, turn by turn: medians. */
export async function sweep(): Promise<BenchRow[]> {
  const history = indexHistory(syntheticCandles(CANDLES))
  const plans = Array.from({ length: SETS }, (_, i) => crossPlan(3 + (i % 25), 30 + Math.floor(i / 25) * 3))
  const sides = [1, 2].map((threads) => ({
    pool: new SweepPool({ threads, log: pino({ level: 'silent' }) }),
    samples: [] as number[],
  }))
  try {
    for (let round = -WARM_UPS; round < ROUNDS; round++) {
      for (const { pool, samples } of sides) {
        const startedAt = performance.now()
        await pool.run(history, plans)
        if (round >= 0) samples.push(performance.now() - startedAt)
      }
    }
  } finally {
    for (const { pool } of sides) await pool.close()
  }
  const [one = NaN, two = NaN] = sides.map(({ samples }) => percentile(samples, 0.5))
  return [
    {
      what: `sweep: ${SETS.toLocaleString('en-US')} parameter sets × ${CANDLES.toLocaleString('en-US')} candles with trades and metrics, two threads`,
      ours: `${two.toFixed(0)} ms`,
      peer: `one thread ${one.toFixed(0)} ms`,
      ratio: `${(one / two).toFixed(2)}×`,
      wanted: `≥ ${LEAST_RATIO}×`,
      reached: one / two >= LEAST_RATIO,
    },
  ]
}
