import { it } from 'vitest'
import { SECOND } from '../../../../schema/time.ts'
import { expectEachOnce, expectGivenUp } from './testing/expectEachOnce.ts'
import { expectTold } from './testing/expectTold.ts'
import { loseAnswers } from './testing/loseAnswers.ts'
import { tradeSequences } from './testing/tradeSequences.ts'

it('of a hundred orders, of which a fifth lose their answers, each is at the broker once, and found when it shows up', async () => {
  const run = { accounts: 5, ordersEach: 20, speed: 1, limitFactor: 1, reached: true, hiddenFor: [0, 10 * SECOND] } as const
  expectEachOnce(await loseAnswers(run))
}, 180_000)

it('of a hundred orders, of which a fifth never arrive, those are given up after two minutes, and sent no more', async () => {
  const run = { accounts: 5, ordersEach: 20, speed: 20, limitFactor: 3, reached: false, hiddenFor: [0, 0] } as const
  expectGivenUp(await loseAnswers(run))
}, 180_000)

it('sixty orders that are filled in parts, changed, raced and filled late are told as they happened', async () => {
  const seeds = Array.from({ length: 60 }, (_, seed) => seed)
  expectTold(await tradeSequences(seeds, 6))
}, 180_000)
