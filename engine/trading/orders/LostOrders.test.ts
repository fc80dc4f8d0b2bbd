import { pino } from 'pino'
import { expect, it } from 'vitest'
import { istInstant, SECOND } from '../../../schema/time.ts'
import { BrokerError } from '../../broker/port.ts'
import { openLegOf } from '../testing/legs.ts'
import { ScriptedBroker } from '../testing/ScriptedBroker.ts'
import { LostOrders } from './LostOrders.ts'

it('a look without a session is no news, and any other failure is logged; the order is looked for again either way', async () => {
  const broker = new ScriptedBroker(openLegOf().contract)
  const said: string[] = []
  const log = pino({ base: null }, { write: (line) => said.push((JSON.parse(line) as { msg: string }).msg) })
  const lost = new LostOrders(broker, () => undefined, log)
  let now = istInstant('2026-11-20', 600)
  lost.watch('E1', { userId: 'asha', mode: 'LIVE' }, now)
  const look = () => lost.onTime((now += 10 * SECOND))
  broker.unreadable = new BrokerError('auth', 'no broker is connected')
  await look()
  await look()
  expect([broker.looks, said, lost.has('E1')]).toEqual([2, [], true])
  broker.unreadable = new BrokerError('unreachable', 'the broker does not answer')
  await look()
  expect([broker.looks, said]).toEqual([3, [expect.stringContaining('looked for again')]])
})
