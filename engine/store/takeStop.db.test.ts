import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../../schema/time.ts'
import type { OpenLeg } from '../trading/positions/legs.ts'
import { filled, NOW, useTestStore } from './testing/useTestStore.ts'

const current = useTestStore()
beforeEach(() => current().tradeLive())

const STOP = 'S00000000000001'

/** Whether a stop of a live leg is stored. */
const keepStop = ({ id: legId, userId, contract }: OpenLeg, quantity = 65) =>
  current().store.trades.keepExitAtBroker({
    ...{ clientOrderId: STOP, userId, legId, contract, side: 'SELL', slice: 1_000, quantity, reason: 'STOP' },
  })

async function closing(quantity = 65) {
  const leg = await current().openTrade()
  expect(await keepStop(leg, quantity)).toBe(true)
  return { leg, exit: await current().sendExit(leg), trades: current().store.trades }
}
const exits = () => current().db.order.findMany({ where: { purpose: 'EXIT' } })
const trade = () => current().db.trade.findFirstOrThrow()

describe('an exit that closes a leg with its stop', () => {
  it('is the order that the stop is: one exit, which is booked by the tag of the stop and for the reason of the exit', async () => {
    const { exit, trades } = await closing()
    expect(await trades.takeStop(exit.id, STOP, 65)).toBe(true)
    expect(await exits()).toMatchObject([{ id: exit.id, clientOrderId: STOP, quantity: 65, status: 'SUBMITTED' }])
    expect([await trades.exitsAtBroker(), (await trades.openOrders()).map(({ clientOrderId }) => clientOrderId)]).toEqual([[], [STOP]])
    await trades.book([filled(STOP, 120_00, NOW + MINUTE)])
    expect(await trade()).toMatchObject({ status: 'TARGET_HIT', exitReason: 'TARGET', exitPricePaise: 120_00n })
  })

  it('is not, once the stop has traded: its fill makes another exit of it', async () => {
    const { exit, trades } = await closing()
    await trades.book([filled(STOP, 88_00, NOW + MINUTE)])
    expect(await trades.takeStop(exit.id, STOP, 65)).toBe(false)
    expect((await exits()).filter(({ clientOrderId }) => clientOrderId === STOP)).toMatchObject([{ status: 'FILLED', exitReason: 'STOP' }])
  })

  it('is not, once the stop has ended, is smaller, or closes another leg, or once the exit has ended', async () => {
    const { leg, exit, trades } = await closing()
    expect(await trades.takeStop(exit.id, STOP, 130)).toBe(false)
    await trades.book([{ type: 'cancelled', clientOrderId: exit.clientOrderId, at: NOW, reason: null }])
    expect(await trades.takeStop(exit.id, STOP, 65)).toBe(false)
    const next = await current().sendExit(leg)
    await trades.endExitsAtBroker([STOP])
    expect(await trades.takeStop(next.id, STOP, 65)).toBe(false)
    expect((await exits()).map(({ clientOrderId }) => clientOrderId)).not.toContain(STOP)
  })

  it.each(Array.from({ length: 10 }, (_, i) => i))(
    'is one of both (%i), whether the fill of the stop is booked or the exit takes it first',
    async () => {
      const { exit, trades } = await closing()
      const [taken] = await Promise.all([trades.takeStop(exit.id, STOP, 65), trades.book([filled(STOP, 88_00, NOW + MINUTE)])])
      const ofStop = (await exits()).filter(({ clientOrderId }) => clientOrderId === STOP)
      expect(ofStop).toMatchObject([{ filledQuantity: 65, exitReason: taken ? 'TARGET' : 'STOP' }])
    },
  )
})
