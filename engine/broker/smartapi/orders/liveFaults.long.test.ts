import { expect, it } from 'vitest'
import { paise } from '../../../../schema/money.ts'
import { MINUTE, SECOND } from '../../../../schema/time.ts'
import { CALL } from '../../../sandbox/testing/openClient.ts'
import { openSandbox } from '../../../sandbox/testing/openSandbox.ts'
import type { FillIncident } from './FillWatch.ts'
import { expectEachOnce, expectGivenUp } from './testing/expectEachOnce.ts'
import { expectTold } from './testing/expectTold.ts'
import { engineContract, openLive, orderOf } from './testing/openLive.ts'
import { loseAnswers } from './testing/loseAnswers.ts'
import { tradeSequences } from './testing/tradeSequences.ts'

it(
  'of three hundred orders, of which a fifth lose their answers for up to a minute and a half, each is at the broker once',
  async () => {
    const run = { accounts: 10, ordersEach: 30, speed: 1, limitFactor: 1, reached: true, hiddenFor: [0, 90 * SECOND] } as const
    expectEachOnce(await loseAnswers(run))
  },
  15 * MINUTE,
)

it(
  'of three hundred orders, of which a fifth never arrive, those are given up, and sent no more',
  async () => {
    expectGivenUp(await loseAnswers({ accounts: 10, ordersEach: 30, speed: 4, limitFactor: 1, reached: false, hiddenFor: [0, 0] }))
  },
  15 * MINUTE,
)

it(
  'a thousand orders that are filled in parts, changed, raced and filled late are told as they happened',
  async () => {
    const seeds = Array.from({ length: 1_000 }, (_, seed) => 1_000 + seed)
    expectTold(await tradeSequences(seeds, 10))
  },
  15 * MINUTE,
)

it('a fill that the exchange annuls is noticed by the trade book', async () => {
  const sandbox = await openSandbox({ speed: 1, accounts: 1 })
  const { execution, told } = openLive(sandbox, 1)
  try {
    const { clientCode } = sandbox.users[0]!
    const busts: FillIncident[] = []
    execution.onIncident((incident) => busts.push(incident))
    sandbox.control.quote(CALL, paise(100_00), 0)
    await execution.place(orderOf(clientCode, 'E1', engineContract(CALL.token), { pricing: { kind: 'LIMIT', limit: paise(100_00) } }))
    await expect.poll(() => told('E1')).toEqual(['accepted'])
    sandbox.control.quote(CALL, paise(100_00), 65)
    await expect.poll(() => told('E1'), { timeout: 20_000 }).toEqual(['accepted', 'filled'])
    const { fillId, orderId } = sandbox.control.fills(clientCode)[0]!
    expect(sandbox.control.bustFill(fillId)).toBe(true)
    await expect
      .poll(() => busts, { timeout: 60_000 })
      // By the name that the frame gave it, where the trade book was not read in between.
      .toMatchObject([{ kind: 'ANNULLED', fill: { fillId: expect.stringMatching(`^${orderId}(-${fillId}|@65)$`), quantity: 65 } }])
  } finally {
    execution.close()
    await sandbox.remove()
  }
})
