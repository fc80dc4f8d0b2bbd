import { afterAll, beforeAll, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../../schema/market/MarketRules.ts'
import { paise } from '../../../../schema/money.ts'
import { istDate } from '../../../../schema/time.ts'
import { CALL } from '../../../sandbox/testing/openClient.ts'
import { openSandbox, type OpenSandbox } from '../../../sandbox/testing/openSandbox.ts'
import { protectivePricing } from '../../../trading/protection/protectivePricing.ts'
import { oppositeOf } from '../../../../schema/trading/OrderSide.ts'
import { engineContract, openLive, orderOf } from './testing/openLive.ts'

const contract = engineContract(CALL.token)
const LAST = paise(100_00)
let sandbox: OpenSandbox
let users = 0
beforeAll(async () => (sandbox = await openSandbox({ speed: 1, accounts: 2 })))
afterAll(() => sandbox.remove())

it.each([
  ['bought', 'BUY', 88_00, 0.88],
  ['sold', 'SELL', 112_00, 1.11],
] as const)('a leg that was %s is closed when the premium jumps through its stop while no engine runs', async (_, side, stop, jump) => {
  const { clientCode } = sandbox.users[users++]!
  const { exchange, token } = CALL
  const units = contract.lotSize
  sandbox.control.quote(CALL, LAST, 10_000)
  sandbox.control.tradeByHand(clientCode, { exchange, token, side, units, product: 'INTRADAY' })
  const { execution, told } = openLive(sandbox, 1)
  const protection = SHIPPED_MARKET_RULES.priceProtectionOf('NFO', istDate(sandbox.control.now()))
  const pricing = protectivePricing(side, paise(stop), contract.tick, protection)
  const placed = await execution.place(orderOf(clientCode, 'S1', contract, { side: oppositeOf(side), quantity: units, pricing }))
  expect(placed.kind).toBe('accepted')
  await expect.poll(() => told('S1')).toContain('triggerPending')
  execution.close()
  sandbox.control.quote(CALL, paise(Math.round((stop * jump) / 5) * 5), 10_000)
  await expect.poll(() => sandbox.control.positions(clientCode)).toMatchObject([{ buy: { units }, sell: { units } }])
})
