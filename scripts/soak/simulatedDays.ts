import { simulateDay } from '../../engine/simulation/simulateDay.ts'

const REPORTED_EVERY = 100

/** Simulates trading days by seed, from a first one that changes each night; returns what was broken, with the seed to replay it. */
export async function simulatedDays(count: number, say: (text: string) => void): Promise<string[]> {
  const first = Math.floor(Date.now() / 1_000)
  const problems: string[] = []
  let trades = 0
  for (let done = 1; done <= count; done++) {
    const seed = first + done
    const day = await simulateDay(seed)
    trades += day.counts.trades
    for (const { invariant, at, detail } of day.violations)
      problems.push(
        `SAKHA_SEED=${seed} npx vitest run --project unit engine/simulation: ${invariant} at ${new Date(at).toISOString()}: ${detail}`,
      )
    if (done % REPORTED_EVERY === 0 || done === count)
      say(`${done} of ${count} days simulated, ${trades} trades, ${problems.length} violations`)
  }
  return problems
}
