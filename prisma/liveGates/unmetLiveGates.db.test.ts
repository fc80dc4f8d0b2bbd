import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE, HOUR } from '../../schema/time.ts'
import { LIVE_GATES, type LiveGate } from '../../schema/trading/liveGates.ts'
import { RISK_TEXT_VERSION } from '../../schema/trading/riskText.ts'
import { addStrategyVersion } from '../addStrategyVersion.ts'
import { createStrategy } from '../createStrategy.ts'
import { createTestDatabase, type TestDatabase } from '../testing/createTestDatabase.ts'
import { openLiveGates } from '../testing/openLiveGates.ts'
import { unmetLiveGates } from './unmetLiveGates.ts'

const TERMS = { rules: {}, windowStart: '09:20', windowEnd: '15:10', maxTrades: 2, instruments: ['NIFTY'], lots: 2 }
const IDENTITY = { slug: 's', name: 's', description: '', type: 'custom', category: 'test', isActive: true, isPublic: true }

let database: TestDatabase
let strategyId: string
let userId: string
let id: string
beforeAll(async () => {
  database = await createTestDatabase()
  strategyId = await createStrategy(database.db, IDENTITY, { ...TERMS, stopLossPercent: 12, takeProfitPercent: 18 })
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.user.deleteMany()
  userId = (await database.db.user.create({ data: { email: 'asha@example.com', name: 'Asha', passwordHash: 'none' } })).id
  id = (await database.db.subscription.create({ data: { userId, strategyId, mode: 'LIVE' } })).id
})

async function unmet(now = Date.now()): Promise<readonly LiveGate[] | undefined> {
  return (await unmetLiveGates(database.db, [id], 'EVERYBODY', now)).get(id)
}
const confirm = (version: number, lots: number) =>
  database.db.subscription.update({
    where: { id },
    data: { confirmedAt: new Date(), confirmedVersion: version, confirmedLots: lots },
  })

describe('what a subscription lacks to trade live', () => {
  it('is everything for a new account, and nothing once all is done', async () => {
    expect((await unmetLiveGates(database.db, [id], 'NOBODY', Date.now())).get(id)).toEqual(LIVE_GATES)
    await openLiveGates(database.db, userId)
    expect(await unmet()).toEqual(['CONFIRMATION'])
    await confirm(1, 2)
    expect(await unmet()).toEqual([])
    expect((await unmetLiveGates(database.db, [id], { email: 'ravi@example.com' }, Date.now())).get(id)).toEqual(['INSTALLATION'])
  })

  it.each<[LiveGate, string, () => Promise<unknown>]>([
    ['BROKER', 'EXPIRED', () => database.db.brokerAccount.updateMany({ data: { state: 'EXPIRED' } })],
    ['BROKER', 'REFUSED', () => database.db.brokerAccount.updateMany({ data: { state: 'REFUSED' } })],
    ['BROKER', 'tokens over', () => database.db.brokerAccount.updateMany({ data: { validUntil: new Date(Date.now() - MINUTE) } })],
    ['BROKER', 'disconnected', () => database.db.brokerAccount.deleteMany()],
    ['EMAIL', 'another address', () => database.db.user.updateMany({ data: { emailVerifiedAt: null } })],
    ['TWO_FACTOR', 'turned off', () => database.db.user.updateMany({ data: { twoFactorAt: null } })],
    ['RISK_TEXT', 'only an older one accepted', () => olderText()],
    ['LIMITS', 'the daily loss has no limit', () => database.db.user.updateMany({ data: { maxDailyLossPaise: null } })],
    ['LIMITS', 'not chosen', () => database.db.user.updateMany({ data: { limitsChosenAt: null } })],
    ['CONFIRMATION', 'another index', () => database.db.subscription.updateMany({ data: { instruments: ['NIFTY', 'SENSEX'] } })],
    ['CONFIRMATION', 'a later end', () => database.db.subscription.updateMany({ data: { windowEnd: '15:11' } })],
    ['CONFIRMATION', 'more lots', () => database.db.subscription.updateMany({ data: { lots: 3 } })],
    ['CONFIRMATION', 'a new version', () => newVersion()],
  ])('is %s when it is lost (%s)', async (gate, _how, lose) => {
    await openLiveGates(database.db, userId)
    await confirm(1, 2)
    await lose()
    expect(await unmet()).toEqual([gate])
  })

  it('is told of many at once, each by its own account', async () => {
    const ravi = await database.db.user.create({ data: { email: 'ravi@example.com', name: 'Ravi', passwordHash: 'none' } })
    const his = await database.db.subscription.create({ data: { userId: ravi.id, strategyId, mode: 'LIVE' } })
    await openLiveGates(database.db, userId)
    const unmetOf = await unmetLiveGates(database.db, [id, his.id], 'EVERYBODY', Date.now() + 2 * HOUR)
    expect(unmetOf.get(id)).toEqual(['BROKER', 'CONFIRMATION'])
    expect(unmetOf.get(his.id)).toEqual(LIVE_GATES.filter((gate) => gate !== 'INSTALLATION'))
  })
})

it('a confirmation covers what the subscription trades at that moment, whoever writes it', async () => {
  await openLiveGates(database.db, userId)
  await database.db.subscription.updateMany({ data: { instruments: ['NIFTY', 'SENSEX'], windowStart: '10:00', windowEnd: '15:15' } })
  await confirm(1, 2)
  expect(await database.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({
    ...{ confirmedInstruments: ['NIFTY', 'SENSEX'], confirmedStart: '10:00', confirmedEnd: '15:15' },
  })
  expect(await unmet()).toEqual([])
  await database.db.subscription.updateMany({ data: { instruments: ['SENSEX'], windowEnd: null } })
  expect(await unmet()).toEqual([])
  await database.db.subscription.updateMany({ data: { instruments: ['BANKNIFTY'] } })
  expect(await unmet()).toEqual(['CONFIRMATION'])
})

it('a subscription on paper keeps no confirmation', async () => {
  await confirm(1, 2)
  await expect(database.db.subscription.update({ where: { id }, data: { mode: 'PAPER' } })).rejects.toThrow('Subscription_confirmation')
})

async function olderText(): Promise<void> {
  await database.owner.riskAcceptance.deleteMany()
  await database.db.riskAcceptance.create({ data: { userId, version: RISK_TEXT_VERSION - 1 } })
}

async function newVersion(): Promise<void> {
  const terms = { ...TERMS, stopLossPercent: 20, takeProfitPercent: 30 }
  const version = await addStrategyVersion(database.db, strategyId, terms, { changes: [], createdBy: null })
  await database.db.subscription.updateMany({ data: { version } })
}
