import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fromRupees, paise } from '../../../schema/money.ts'
import { istInstant } from '../../../schema/time.ts'
import { engineContract, keyOf, openLive, orderOf } from '../../broker/smartapi/orders/testing/openLive.ts'
import type { ExecutionPort } from '../../broker/port.ts'
import { optionContract } from '../../sandbox/options/optionContract.ts'
import { CALL } from '../../sandbox/testing/openClient.ts'
import { openSandbox, type OpenSandbox } from '../../sandbox/testing/openSandbox.ts'
import { openLegOf } from '../testing/legs.ts'
import { StopPlacement } from './StopPlacement.ts'

const FACTOR = 20
let sandbox: OpenSandbox
let live: ReturnType<typeof openLive>
beforeAll(async () => {
  sandbox = await openSandbox({ speed: 1, accounts: 1 })
  sandbox.control.scaleLimits(FACTOR)
  live = openLive(sandbox, FACTOR)
})
afterAll(async () => {
  live.execution.close()
  await sandbox.remove()
})

it('what a stop is held to take is what the account has less once it rests, within a twentieth', async () => {
  const { execution } = live
  const [user] = sandbox.users
  const account = keyOf(user!)
  const [sold, hedge] = [engineContract(CALL.token), engineContract(optionContract('NIFTY', '2026-11-23', paise(24_700_00), 'CE').token)]
  sandbox.control.setFault({ name: 'stopsTakeMargin' })
  for (const [side, { exchange, token, lotSize }] of [
    ['BUY', hedge],
    ['SELL', sold],
  ] as const) {
    sandbox.control.tradeByHand(user!.clientCode, { exchange, token, side, units: 2 * lotSize, product: 'INTRADAY' })
    await expect.poll(() => sandbox.control.positions(user!.clientCode).length, { interval: 20 }).toBe(side === 'BUY' ? 1 : 2)
  }
  const legs = (
    [
      ['BUY', hedge],
      ['SELL', sold],
    ] as const
  ).map(([side, contract]) =>
    openLegOf({ ...{ id: side, tradeId: 't', userId: account.userId, mode: 'LIVE', side, contract }, quantity: 2 * contract.lotSize }),
  )
  const said: { readonly needed?: string }[] = []
  const broker: Pick<ExecutionPort, 'margin' | 'funds'> = {
    margin: (...asked) => execution.margin(...asked),
    // An account that has nothing is told what it would need.
    funds: async () => ({ available: paise(0), blocked: paise(0) }),
  }
  const log = pino({}, { write: (line) => void said.push(JSON.parse(line) as { needed?: string }) })
  const placement = new StopPlacement({ broker, legsOf: () => legs, protects: () => false, log }, istInstant('2026-11-20', 600))
  placement.mayRest(legs[1]!)
  await expect.poll(() => said.length).toBe(1)
  expect(placement.isWatched(legs[1]!)).toBe(true)
  const needed = fromRupees(Number(said[0]!.needed!.replace(/[^\d.]/g, '')))

  const before = await execution.funds(account)
  const soldAt = sandbox.control.fills(user!.clientCode).find(({ side }) => side === 'SELL')!.price
  const trigger = paise(Math.ceil((soldAt * 1.3) / 100) * 100)
  const pricing = { kind: 'STOPLOSS_LIMIT', trigger, limit: paise(trigger + 10_00) } as const
  await execution.place(orderOf(user!.clientCode, 'S1', sold, { side: 'BUY', purpose: 'EXIT', quantity: 2 * sold.lotSize, pricing }))
  await expect.poll(() => live.told('S1')).toContain('triggerPending')
  await expect
    .poll(async () => (before.available - (await execution.funds(account)).available) / needed, { interval: 200 })
    .toBeGreaterThan(0.95)
  expect((before.available - (await execution.funds(account)).available) / needed).toBeLessThan(1.05)
})
