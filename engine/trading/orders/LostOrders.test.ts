import { pino } from 'pino'
import { expect, it } from 'vitest'
import { istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import { BrokerError, type OrderUpdate } from '../../broker/port.ts'
import { openLegOf } from '../testing/legs.ts'
import { ScriptedBroker } from '../testing/ScriptedBroker.ts'
import { LostOrders, type Unknown } from './LostOrders.ts'

const UNANSWERED: Unknown = { doubt: 'unanswered', reason: 'no answer within 7000 ms' }
const DENIED: Unknown = { doubt: 'denied', reason: 'Orders of this kind are paused' }

/** E1 is lost, and looked for every ten seconds. */
function lose(why?: Unknown) {
  const broker = new ScriptedBroker(openLegOf().contract)
  const [said, reported]: [string[], OrderUpdate[]] = [[], []]
  const log = pino({ base: null }, { write: (line) => said.push((JSON.parse(line) as { msg: string }).msg) })
  const lost = new LostOrders(broker, (update) => reported.push(update), log)
  let now = istInstant('2026-11-20', 600)
  lost.watch('E1', { userId: 'asha', mode: 'LIVE' }, now, why)
  return { broker, said, reported, lost, look: (after = 10 * SECOND) => lost.onTime((now += after)) }
}

it('a look without a session is no news, and any other failure is logged; the order is looked for again either way', async () => {
  const { broker, said, lost, look } = lose()
  broker.unreadable = new BrokerError('auth', 'no broker is connected')
  await look()
  await look()
  expect([broker.looks, said, lost.has('E1')]).toEqual([2, [], true])
  broker.unreadable = new BrokerError('unreachable', 'the broker does not answer')
  await look()
  expect([broker.looks, said]).toEqual([3, [expect.stringContaining('looked for again')]])
})

it.each([undefined, UNANSWERED])('an order without an answer has two minutes to appear (%j)', async (why) => {
  const { reported, look } = lose(why)
  for (let i = 0; i < 11; i++) await look()
  expect(reported).toEqual([])
  await look()
  expect(reported).toMatchObject([{ type: 'rejected', clientOrderId: 'E1', reason: 'it never reached the broker' }])
})

it('an order that the broker has denied is refused, in its words, once two readings of its book are without it', async () => {
  const { reported, look } = lose(DENIED)
  await look(2 * SECOND)
  expect(reported).toEqual([])
  await look(2 * SECOND)
  expect(reported).toMatchObject([{ type: 'rejected', clientOrderId: 'E1', reason: 'Orders of this kind are paused' }])
})

it('a book that cannot be read denies nothing', async () => {
  const { broker, reported, look } = lose(DENIED)
  broker.unreadable = new BrokerError('malformed', 'the order book lacks an order')
  await look(MINUTE)
  await look(MINUTE)
  await look(MINUTE)
  broker.unreadable = null
  await look(2 * SECOND)
  expect(reported).toEqual([])
})
