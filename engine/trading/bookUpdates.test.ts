import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise } from '../../schema/money.ts'
import { istInstant, MINUTE } from '../../schema/time.ts'
import type { OrderUpdate } from '../broker/port.ts'
import { bookUpdates, type BookableEntry, type BookableExit } from './bookUpdates.ts'
import { clientOrderIdOf } from './orders.ts'
import { contractOf } from './testContracts.ts'

const NOW = istInstant('2026-07-01', 600)
const contract = contractOf('NIFTY', 24_500, 'CE')
const core = {
  userId: 'u',
  subscriptionId: 's',
  tradeId: 't',
  mode: 'PAPER',
  contract,
  quantity: 65,
  intendedAt: NOW,
  status: 'SUBMITTED',
} as const
const terms = { takeProfitPercent: 18, stopLossPercent: 12, windowEndsAt: istInstant('2026-07-01', 910) }
const entry: BookableEntry = {
  order: { ...core, id: 'o1', clientOrderId: 'E1', purpose: 'ENTRY', signalId: 'g', terms },
  ...{ strategyId: 'st', market: 'm', index: 'NIFTY', side: 'LONG' },
}
const exit: BookableExit = {
  order: { ...core, id: 'o2', clientOrderId: 'X1', purpose: 'EXIT', exitReason: 'STOP' },
  ...{ entryPrice: paise(100_00), entryTime: NOW, entryCharges: paise(26_53), running: true },
}
const accepted: OrderUpdate = { type: 'accepted', clientOrderId: 'E1', at: NOW }
const fill = (id: string, quantity = 65): OrderUpdate => ({
  type: 'filled',
  clientOrderId: 'E1',
  at: NOW + MINUTE,
  fillId: id,
  quantity,
  price: paise(110_00),
})
const rejected: OrderUpdate = { type: 'rejected', clientOrderId: 'E1', at: NOW, reason: 'of a test' }
const none: ReadonlySet<string> = new Set()

describe('booking', () => {
  it('opens one trade for one fill, in whatever order and however often acknowledgement and fill come', () => {
    const once = bookUpdates(entry, [accepted, fill('f')], none)
    fc.assert(
      fc.property(fc.shuffledSubarray([accepted, accepted, fill('f'), fill('f'), fill('f')], { minLength: 1 }), (updates) => {
        const booking = bookUpdates(entry, updates, none)
        if (!updates.some(({ type }) => type === 'filled')) expect(booking).toMatchObject({ status: 'OPEN', opened: null, fill: null })
        else expect(booking).toEqual(once)
      }),
    )
    expect(once).toMatchObject({ status: 'FILLED', opened: { id: 't', entryPrice: 110_00, fundUsed: 7_150_00 }, alarms: [] })
  })

  it('changes nothing for a fill that is booked already', () => {
    const filled = { ...entry, order: { ...entry.order, status: 'FILLED' as const } }
    expect(bookUpdates(filled, [fill('f')], new Set(['f']))).toMatchObject({ status: 'FILLED', fill: null, opened: null, alarms: [] })
  })

  it('refuses a fill of another quantity, and a second fill of a filled order, with an alarm', () => {
    expect(bookUpdates(entry, [fill('f', 64)], none)).toMatchObject({
      status: 'SUBMITTED',
      opened: null,
      alarms: [{ kind: 'WRONG_QUANTITY' }],
    })
    expect(bookUpdates(entry, [fill('f'), fill('g')], none)).toMatchObject({ fill: { id: 'f' }, alarms: [{ kind: 'ILLEGAL_TRANSITION' }] })
  })

  it('takes a rejection, and books a fill that comes after it with an alarm', () => {
    expect(bookUpdates(entry, [rejected], none)).toMatchObject({ status: 'REJECTED', opened: null, alarms: [] })
    expect(bookUpdates(entry, [rejected, fill('f')], none)).toMatchObject({
      status: 'FILLED',
      opened: { id: 't' },
      alarms: [{ kind: 'LATE_FILL' }],
    })
  })

  it('closes a trade with what both legs cost, and never twice', () => {
    expect(bookUpdates(exit, [fill('f')], none)).toMatchObject({
      fill: { charges: 37_60 },
      closed: { id: 't', status: 'STOPLOSS_HIT', exitReason: 'STOP', exitPrice: 110_00, gross: 650_00, charges: 64_13, net: 585_87 },
    })
    expect(bookUpdates({ ...exit, running: false }, [fill('f')], none)).toMatchObject({
      ...{ status: 'SUBMITTED', fill: null, closed: null },
      alarms: [{ kind: 'POSITION_ALREADY_CLOSED' }],
    })
  })
})

describe('an order tag', () => {
  it('is 15 characters, tells entry from exit, and follows from the order id alone', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 7 }), fc.uuid({ version: 7 }), (one, other) => {
        expect(clientOrderIdOf('ENTRY', one)).toMatch(/^E[0-9a-z]{14}$/)
        expect(clientOrderIdOf('EXIT', one)).toMatch(/^X[0-9a-z]{14}$/)
        expect(clientOrderIdOf('ENTRY', one) === clientOrderIdOf('ENTRY', other)).toBe(one.slice(-18) === other.slice(-18))
      }),
    )
  })
})
