import { setTimeout as sleep } from 'node:timers/promises'
import { it } from 'vitest'
import { SeededRandom } from '../../schema/SeededRandom.ts'
import { KilledLiveEngine } from './testing/KilledLiveEngine.ts'
import { SupervisedEngine } from './testing/SupervisedEngine.ts'

/** Three kills anywhere, also on the way to trading; the fourth life recovers from all of them, trades for a while, and is killed, too. */
async function liveFourTimes(killed: KilledLiveEngine, supervised: SupervisedEngine, random: SeededRandom): Promise<string> {
  let untilStart = 0
  for (let life = 1; life <= 3; life++) {
    await sleep(untilStart + random.integer(500, 4_000))
    untilStart = await supervised.kill()
  }
  await supervised.ready()
  const measured = await killed.expectRecovered(random.integer(0, 3_000))
  await supervised.kill()
  return measured
}

it('an engine that trades live, killed twenty times at a random moment, loses, doubles and oversells nothing, and protects what is open', async () => {
  const seed = String(Date.now())
  const random = new SeededRandom(seed)
  await KilledLiveEngine.during(async (killed) => {
    const supervised = new SupervisedEngine(killed.settings, killed.engine.log)
    const measured: string[] = []
    supervised.start()
    try {
      for (let four = 0; four < 5; four++) measured.push(await liveFourTimes(killed, supervised, random))
    } finally {
      await supervised.stop()
    }
    killed.print(measured)
    await killed.expectEndsInOrder()
    await killed.expectClosedTrades()
  }).catch((error: unknown) => {
    throw new Error(`with seed ${seed}`, { cause: error })
  })
}, 400_000)
