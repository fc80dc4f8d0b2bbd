import { expect, it } from 'vitest'
import { MINUTE } from '../../../schema/time.ts'
import { Faults } from '../faults/Faults.ts'
import { CLIENT, openExchange } from '../testing/openExchange.ts'
import { OrderDesk } from './OrderDesk.ts'

it('once stopped, the exchange stands still: an order on its way gets no further', () => {
  const { exchange, market, place, statuses, time } = openExchange()
  const desk = new OrderDesk(exchange, market, new Faults(() => time.now), () => time.now)
  const order = place()
  desk.stop()
  const stoppedAt = time.now
  time.now += MINUTE
  expect(desk.now()).toBe(stoppedAt)
  expect(desk.orders(CLIENT)).toHaveLength(1)
  expect(statuses(order)).toEqual(['put order req received'])
})
