import { pino } from 'pino'
import { expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { istInstant, SECOND } from '../../../schema/time.ts'
import { BrokerError, type BrokerOrder } from '../../broker/port.ts'
import type { AccountLook } from '../orders/AccountLook.ts'
import type { KnownOrder } from '../orders/missingUpdates.ts'
import { PRODUCT } from '../orders/orders.ts'
import { openLegOf } from '../testing/legs.ts'
import { ScriptedBroker } from '../testing/ScriptedBroker.ts'
import { AccountReconciler } from './AccountReconciler.ts'

const ACCOUNT = { userId: 'asha', mode: 'LIVE' } as const
const START = istInstant('2026-11-20', 600)
const { contract } = openLegOf()
const cancelled: BrokerOrder = {
  ...{ clientOrderId: 'X1', brokerOrderId: 'b1', exchangeOrderId: null, contract, side: 'SELL', product: PRODUCT, quantity: 65 },
  ...{ filledQuantity: 0, pricing: { kind: 'LIMIT', limit: paise(100_00) }, state: 'CANCELLED', reason: null },
}

/** A reconciler of an account with these orders, and how to let market time go by. */
function open(ours: KnownOrder[]) {
  const broker = new ScriptedBroker(contract)
  const [told, lookedUp, said]: string[][] = [[], [], []]
  const [lost, looks]: [Set<string>, AccountLook[]] = [new Set(), []]
  const reconciler = new AccountReconciler(
    {
      broker,
      ordersOf: () => ours,
      hear: ({ type, clientOrderId }) => {
        told!.push(`${clientOrderId} ${type}`)
        ours.splice(0)
      },
      lookUp: (clientOrderId) => void lookedUp!.push(clientOrderId),
      lostOf: () => lost,
      onLook: (look) => void looks.push(look),
      log: pino({ base: null }, { write: (line) => void said!.push((JSON.parse(line) as { msg: string }).msg) }),
    },
    START,
  )
  let now = START
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      reconciler.onTime((now += SECOND), [ACCOUNT])
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { broker, reconciler, told, lookedUp, said, lost, looks, pass }
}
const order = (clientOrderId: string): KnownOrder => ({ clientOrderId, booked: 0, isAccepted: true })

it('an end whose report was lost is made good within two seconds, once', async () => {
  const { broker, told, pass } = open([order('X1')])
  await pass(1)
  broker.book = [cancelled]
  await pass(2)
  expect(told).toEqual(['X1 cancelled'])
  await pass(10)
  expect(told).toHaveLength(1)
})

it('an account is looked at every two seconds, and at once when reports may have been lost', async () => {
  const { broker, reconciler, pass } = open([order('X1')])
  await pass(4)
  expect(broker.looks).toBe(2)
  reconciler.lookNow('somebody else')
  reconciler.lookNow('asha')
  await pass(0)
  expect(broker.looks).toBe(3)
})

it('a look that is asked for during another comes after it', async () => {
  const { broker, reconciler, pass } = open([order('X1')])
  reconciler.onTime(START + SECOND, [ACCOUNT])
  reconciler.lookNow(null)
  reconciler.lookNow(null)
  await pass(0)
  await new Promise((resolve) => setImmediate(resolve))
  expect(broker.looks).toBe(2)
})

it('an order that the book does not show is looked up after fifteen seconds without news of it', async () => {
  const { reconciler, lookedUp, pass } = open([order('X1')])
  await pass(10)
  reconciler.heard({ type: 'accepted', clientOrderId: 'X1', at: START })
  await pass(14)
  expect(lookedUp).toEqual([])
  await pass(4)
  expect(new Set(lookedUp)).toEqual(new Set(['X1']))
})

it('a look says what was lost when it began: what is lost during it may be missing in books from before', async () => {
  const { lost, looks, pass } = open([])
  lost.add('X1')
  await pass(1)
  expect(looks).toMatchObject([{ userId: 'asha', mode: 'LIVE', at: START + SECOND, lost, orders: [], fills: [] }])
})

it('each account is looked at by itself, and one that nothing is looked for in is not', async () => {
  const { broker, reconciler, looks } = open([])
  const paper = { userId: 'asha', mode: 'PAPER' } as const
  reconciler.onTime(START + SECOND, [ACCOUNT, paper, ACCOUNT])
  await new Promise((resolve) => setImmediate(resolve))
  expect([broker.looks, looks.map(({ mode }) => mode)]).toEqual([2, ['LIVE', 'PAPER']])
  reconciler.onTime(START + 3 * SECOND, [])
  reconciler.lookNow('asha')
  expect(broker.looks).toBe(2)
})

it('books that cannot be read say nothing, are told once, as is an account without a session, and are read again', async () => {
  const { broker, told, lookedUp, said, looks, pass } = open([order('X1')])
  const [signedOut, unread] = [/its owner must connect it/, /not read/].map((text) => expect.stringMatching(text) as string)
  broker.unreadable = new BrokerError('auth', 'no broker is connected')
  await pass(20)
  expect([told, lookedUp, looks, said]).toEqual([[], [], [], [signedOut]])
  broker.unreadable = null
  await pass(2)
  broker.unreadable = new BrokerError('auth', 'no broker is connected')
  await pass(2)
  broker.unreadable = new BrokerError('unreachable', 'the broker does not answer')
  await pass(20)
  expect([told, lookedUp, said]).toEqual([[], [], [signedOut, signedOut, unread]])
  broker.unreadable = null
  broker.book = [cancelled]
  await pass(2)
  expect(told).toEqual(['X1 cancelled'])
})
