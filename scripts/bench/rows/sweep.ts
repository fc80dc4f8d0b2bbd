import { pino } from 'pino'
import { crossPlan, indexHistory } from '../../../engine/workers/testing/sweepPlans.ts'
import { SweepPool } from '../../../engine/workers/SweepPool.ts'
import { syntheticCandles } from '../syntheticCandles.ts'

const CANDLES = 22_125
const SETS = 1_000
const WARM_UPS = 3
const ROUNDS = 7
const WANTED = 1.5

/** Times one sweep on one thread and on two, turn by turn; medians. A round of each takes about half a second. */
export async function sweepRows() {
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
  const [one = NaN, two = NaN] = sides.map(({ samples }) => samples.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)])
  const ratio = one / two
  return [
    {
      what: `sweep of ${SETS.toLocaleString('en-US')} parameter sets × ${CANDLES.toLocaleString('en-US')} candles, two threads`,
      ours: `${two.toFixed(0)} ms`,
      peer: `${one.toFixed(0)} ms (one thread)`,
      ratio,
      wanted: WANTED,
      reached: ratio >= WANTED,
    },
  ]
}
