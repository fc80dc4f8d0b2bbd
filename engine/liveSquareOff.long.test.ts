import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { istInstant } from '../schema/time.ts'
import { openLiveDesk } from './testing/openLiveDesk.ts'
import { tradedUnits } from './testing/tradedUnits.ts'

/** Market seconds in a second. */
const SPEED = 10
const at = (hour: number, minute: number, second = 0) => istInstant('2026-11-20', hour * 60 + minute) + second * 1_000

it('a leg whose exit of 15:10 waits in a halt until the broker squares off is sold once, and no vanished stop of the last half hour is placed again', async () => {
  const market = await openLiveDesk(12, SPEED, 15 * 60 + 6)
  market.quote(100_00)
  const engine = await market.start()
  const until = async (instant: number) => {
    while (market.control.now() < instant) await sleep(20)
  }
  try {
    const users = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const user = await market.connect()
        engine.desk.submit(await user.intendEntry(((i % 3) + 1) * market.contract.lotSize))
        await user.running()
        await user.resting()
        return user
      }),
    )
    const [halted, vanished] = [users.slice(0, 8), users.slice(8)]
    for (const [i, { clientCode }] of halted.entries()) {
      market.control.setFault({ name: 'squareOff', from: '15:15', text: i % 2 === 0 ? 'RMS: auto square off' : '', clientCode })
      // Of every second one the halt ends just before the broker comes, of the others with it.
      const lasts = (i % 4 < 2 ? at(15, 15, 5) : at(15, 14, 58)) - market.control.now()
      market.control.setFault({ name: 'halt', orders: 'taken', lasts, clientCode })
    }
    for (const { clientCode } of vanished) {
      const stop = market.control.orders(clientCode).find(({ resting }) => resting === 'trigger pending')
      market.control.cancelByHand(clientCode, stop!.orderId)
    }
    await until(at(15, 9, 50))
    for (const { atExchange } of vanished) expect(atExchange().filter(({ tag }) => tag.startsWith('S'))).toHaveLength(1)
    await until(at(15, 11))
    for (const user of vanished) expect([user.held(), (await user.trades())[0]?.status]).toEqual([0, 'COMPLETED'])
    for (const user of halted) expect(user.held()).toBeGreaterThan(0)
    await until(at(15, 18))
    for (const user of users) {
      const { lowest, net, bought, sold } = tradedUnits(market.control.ledger.entries, user.clientCode)
      expect({ lowest, net, sold, waiting: user.atExchange().filter(({ resting }) => resting !== null) }).toEqual({
        ...{ lowest: 0, net: 0, sold: bought, waiting: [] },
      })
      const [trade] = await user.trades()
      expect(trade).toMatchObject({ status: 'COMPLETED', exitQuantity: trade?.quantity })
    }
  } finally {
    await engine.stop()
    await market.close()
  }
}, 240_000)
