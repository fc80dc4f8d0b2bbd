import { pino } from 'pino'
import { expect, it } from 'vitest'
import { istInstant, MINUTE, SECOND } from '../../../schema/time.ts'
import type { OrderUpdate } from '../../broker/port.ts'
import { openLegOf } from '../testing/legs.ts'
import { lookAt } from '../testing/lookAt.ts'
import { ScriptedBroker } from '../testing/ScriptedBroker.ts'
import { LostOrders, type Unknown } from './LostOrders.ts'

const START = istInstant('2026-11-20', 600)
const ACCOUNT = { userId: 'asha', mode: 'LIVE' } as const
const UNANSWERED: Unknown = { doubt: 'unanswered', reason: 'no answer within 7000 ms' }
const DENIED: Unknown = { doubt: 'denied', reason: 'Orders of this kind are paused' }

/** E1 is lost, and looked for every ten seconds. */
function lose(why?: Unknown) {
  const broker = new ScriptedBroker(openLegOf().contract)
  const [asked, reported]: [string[], OrderUpdate[]] = [[], []]
  const log = pino({ level: 'silent' })
  const lost = new LostOrders({ hear: (update) => reported.push(update), lookNow: (userId) => asked.push(userId), log })
  let now = START
  lost.watch('E1', ACCOUNT, now, why)
  const look = async (after = 10 * SECOND) => lost.onLook(await lookAt(broker, ACCOUNT, (now += after), lost))
  return { asked, reported, lost, look }
}

it('a look at its account is asked for at once', () => {
  expect(lose().asked).toEqual(['asha'])
})

it.each([undefined, UNANSWERED])('an order without an answer has two minutes to appear (%j)', async (why) => {
  const { reported, look } = lose(why)
  for (let i = 0; i < 11; i++) await look()
  expect(reported).toEqual([])
  await look()
  expect(reported).toMatchObject([{ type: 'rejected', clientOrderId: 'E1', reason: 'it never reached the broker' }])
})

it('an order that the broker has denied is refused, in its words, once two looks are without it', async () => {
  const { reported, look } = lose(DENIED)
  await look(0)
  expect(reported).toEqual([])
  await look(2 * SECOND)
  expect(reported).toMatchObject([{ type: 'rejected', clientOrderId: 'E1', reason: 'Orders of this kind are paused' }])
})

it('looks in between, which may have the same readings, deny nothing', async () => {
  const { reported, lost, look } = lose(DENIED)
  for (let i = 0; i < 4; i++) await look(SECOND / 4)
  expect([reported, lost.lookedFor('E1').looks]).toEqual([[], 1])
  const late = lose()
  await late.look(2 * MINUTE)
  for (let i = 0; i < 4; i++) await late.look(SECOND / 4)
  expect(late.reported).toEqual([])
})

it('a look that began before an order was lost says nothing of it', async () => {
  const { reported, lost } = lose(DENIED)
  const broker = new ScriptedBroker(openLegOf().contract)
  lost.watch('E2', ACCOUNT, START, DENIED)
  for (const at of [START, START + MINUTE]) lost.onLook({ ...(await lookAt(broker, ACCOUNT, at)), lost: new Set(['E1']) })
  expect(reported.map(({ clientOrderId }) => clientOrderId)).toEqual(['E1'])
  expect([...lost.of(ACCOUNT)]).toEqual(['E2'])
})
