import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { DAY, istInstant, SECOND } from '../../../schema/time.ts'
import { LostOrders } from '../orders/LostOrders.ts'
import { OpenLegs } from '../positions/OpenLegs.ts'
import { openLegOf } from '../testing/legs.ts'
import { lookAt } from '../testing/lookAt.ts'
import { ScriptedBroker } from '../testing/ScriptedBroker.ts'
import { LiveProtection } from './LiveProtection.ts'

const NOW = istInstant('2026-07-01', 10 * 60)
/** Two live legs of one trade, each of one lot bought at ₹100, its stop at ₹88. */
const [leg, other] = [openLegOf({ mode: 'LIVE' }), openLegOf({ mode: 'LIVE', id: 'l2' })]

/** `letGo`: what the records decide on removed stops. */
async function open(letGo: () => Promise<string | null> = async () => null) {
  const broker = new ScriptedBroker(leg.contract)
  broker.held = 130
  const legs = new OpenLegs()
  const asked: string[] = []
  const [closing, told]: [Set<string>, string[]] = [new Set(), []]
  let [now, isBrokerClosing] = [NOW, false]
  const log = pino({ level: 'silent' })
  const protection = new LiveProtection(
    {
      ...{ broker, legs, rules: () => SHIPPED_MARKET_RULES, isBrokerClosing: () => isBrokerClosing, log },
      records: {
        keepExitAtBroker: async () => true,
        resizeExitAtBroker: async () => true,
        takeStop: async () => true,
        endExitsAtBroker: async () => undefined,
        bookedByHand: async () => 0,
        exitsAtBroker: async () => [],
        letGoTrades: async () => [],
        letGo: (legId) => {
          asked.push(legId)
          return letGo()
        },
      },
      lane: {
        length: 0,
        add: async (_name, job) => {
          await job()
          return 'done'
        },
      },
      ...{ isClosing: (legId) => closing.has(legId), isOpening: () => false },
      ...{ closeNotHeld: () => undefined, report: () => undefined, booked: async () => undefined },
      isClosedByHand: () => false,
      lost: new LostOrders({ hear: () => undefined, lookNow: () => undefined, log }),
      ...{ lookNow: () => undefined, onUnfilled: () => undefined },
      onLetGo: (tradeId) => void told.push(tradeId),
    },
    NOW,
  )
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const pass = async (seconds: number) => {
    now += seconds * SECOND
    protection.onTime(now)
    protection.onLook(await lookAt(broker, { userId: leg.userId, mode: 'LIVE' }, now))
    await settled()
  }
  for (const each of [leg, other]) {
    legs.keep(each)
    protection.keep(each)
  }
  await settled()
  expect(broker.placed).toHaveLength(2)
  return {
    ...{ broker, protection, asked, told, closing, pass, settled },
    /** The owner cancels the stop of the first leg in the app. */
    remove() {
      const { clientOrderId } = broker.placed[0]!
      protection.hear({ type: 'cancelled', clientOrderId, at: now, reason: null }, null)
    },
    closeAtBroker: () => (isBrokerClosing = true),
  }
}

describe('a stop that its owner removes', () => {
  it('is placed again within a second where its trade stays managed, and not before that is decided', async () => {
    let decide: (tradeId: string | null) => void = () => undefined
    const { broker, asked, pass, remove, settled } = await open(() => new Promise((resolve) => (decide = resolve)))
    remove()
    await pass(5)
    expect([asked, broker.placed.length]).toEqual([[leg.id], 2])
    decide(null)
    await settled()
    await pass(1)
    expect(broker.placed).toHaveLength(3)
  })

  it('is the last of its trade where that is let go: what rests for its other leg is called back, and no stop is placed any more', async () => {
    const { broker, protection, told, pass, remove, settled } = await open(async () => leg.tradeId)
    remove()
    await settled()
    expect([told, protection.isLetGo(leg.tradeId)]).toEqual([[leg.tradeId], true])
    await pass(5)
    await pass(5)
    protection.keep(leg)
    await settled()
    expect(broker.placed).toHaveLength(2)
    expect(new Set(broker.cancelled)).toEqual(new Set([broker.placed[1]?.clientOrderId]))
  })

  it('is not asked about while an exit of its leg is under way', async () => {
    const { asked, closing, remove } = await open()
    closing.add(leg.id)
    remove()
    expect(asked).toEqual([])
  })

  it('is not asked about once the broker may square off: it cancels everything before that, and need not say why', async () => {
    const { asked, broker, closeAtBroker, pass, remove } = await open()
    closeAtBroker()
    remove()
    await pass(5)
    expect([asked, broker.placed.length]).toEqual([[], 2])
  })
})

describe('over night', () => {
  /** At the close the broker takes all stops back. */
  const night = async (held: number) => {
    const { broker, protection, pass } = await open()
    for (const { clientOrderId } of broker.placed)
      protection.hear({ type: 'cancelled', clientOrderId, at: NOW, reason: 'the session is over' }, null)
    broker.held = held
    await pass(DAY / SECOND)
    for (let second = 0; second < 30; second++) await pass(1)
    return broker.placed.length
  }

  it('legs that the broker has squared off get no stop the next day', async () => {
    expect(await night(0)).toBe(2)
  })

  it('legs that the account is seen to hold still get theirs again', async () => {
    expect(await night(130)).toBe(4)
  })
})
