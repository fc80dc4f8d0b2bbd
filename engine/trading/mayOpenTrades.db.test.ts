import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAgentStrategies } from '../../prisma/agent/agentStrategies.ts'
import type { Prisma } from '../../prisma/generated/client.ts'
import { openAgentGates } from '../../prisma/testing/openAgentGates.ts'
import { openLiveGates } from '../../prisma/testing/openLiveGates.ts'
import { err, ok } from '../../schema/errors.ts'
import { paise } from '../../schema/money.ts'
import { HOUR, MINUTE, SECOND } from '../../schema/time.ts'
import type { AgentTradeKind, AgentVerdict } from '../../schema/trading/agent.ts'
import { testRecord } from '../../schema/trading/testing/testRecord.ts'
import type { AgentCandidate } from '../agent/trades/assessAgent.ts'
import { tradableOf } from '../agent/recordOf.ts'
import type { Judge } from './signals/takeSignals.ts'
import { planOf, TERMS } from './testing/legs.ts'
import { CALL, legRule, percent, positionRule, PUT } from './testing/positions.ts'
import { CONTRACT, MARKET, NOW, TestDesks } from './testing/TestDesks.ts'

/** The accounts there are, as their rows say it. Nothing is known of an ordinary one but that its address is confirmed. */
const ACCOUNTS = {
  ordinary: { emailVerifiedAt: new Date() },
  unconfirmed: { emailVerifiedAt: null },
  analyst: { role: 'analyst' },
  disabled: { disabledAt: new Date() },
  deleted: { deletedAt: new Date(), disabledAt: new Date() },
} as const satisfies Record<string, Prisma.UserUpdateInput>
type Account = keyof typeof ACCOUNTS
const PAPER: readonly Account[] = ['ordinary', 'unconfirmed']
const LIVE: readonly Account[] = ['ordinary']

let desks: TestDesks
let userId: string
let verdicts = 0
beforeAll(async () => {
  desks = await TestDesks.open()
  await createAgentStrategies(desks.database.db)
})
afterAll(() => desks.close())
beforeEach(async () => {
  await desks.clear()
  userId = desks.subscription.userId
  await desks.database.db.user.update({ where: { id: userId }, data: ACCOUNTS.ordinary })
})

const plan = planOf({ contract: CONTRACT, quantity: CONTRACT.lotSize, terms: TERMS, reserved: paise(7_000_00) })
/** Takes everything that the gates of live trading let through. */
const take: Judge = (_side, { unmetGates }) =>
  unmetGates.length === 0 ? ok(plan) : err({ reason: 'LIVE_GATES', numbers: { gates: unmetGates } })
const takeVerdict: Judge<AgentCandidate> = (_side, { unmetGates }) =>
  unmetGates.length === 0 ? ok(plan) : err({ reason: 'LIVE_GATES', numbers: { gates: unmetGates } })

/** The subscription's strategy signals; `minute` of ten o'clock. */
const signal = (minute = 0) => {
  const signals = [{ strategyId: desks.subscription.strategyId, version: 1, side: 'LONG' as const }]
  const candleTime = NOW + (minute - 1) * MINUTE
  const batch = { index: 'NIFTY' as const, interval: '1min' as const, candleTime, price: paise(24_510_00), signals }
  return desks.store.decisions.decide(batch, NOW + minute * MINUTE, take)
}
const goLive = async (firstOrderPending = false) => {
  await openLiveGates(desks.database.db, userId)
  const confirmed = { confirmedAt: new Date(), confirmedVersion: 1, confirmedLots: 9 }
  await desks.database.db.subscription.updateMany({ where: { userId }, data: { mode: 'LIVE', firstOrderPending, ...confirmed } })
}

/** The agent's verdict to buy a call, of another minute each time. */
async function verdictOf(kind: AgentTradeKind): Promise<AgentVerdict> {
  const candleAt = NOW + ++verdicts * MINUTE
  const said = kind === 'PROVEN' ? ({ verdict: 'BUY_CE', lead: 'CE', reason: null } as const) : ({ exploratory: 'CE' } as const)
  const record = testRecord({ candleAt, spot: 24_510, ...said })
  const { id } = await desks.database.db.agentAnalysis.create({
    data: {
      ...{ market: MARKET, symbol: 'NIFTY', lookback: 50, number: 10_000 + verdicts, version: 10_000 + verdicts },
      ...{ candleAt: new Date(candleAt), verdict: record.verdict, record, prevHash: new Uint8Array(), hash: new Uint8Array() },
    },
  })
  return tradableOf(id, record)!
}
/** Entries of it, and users who are asked whether there are to be any. */
async function speak(kind: AgentTradeKind): Promise<number> {
  const offer = { minute: 45, since: 43, premium: paise(100_00), until: Date.now() + HOUR }
  const { entries, proposed } = await desks.store.decisions.decideVerdict(await verdictOf(kind), offer, NOW, takeVerdict)
  return entries.length + proposed
}
const openEntries = () => desks.database.db.order.count({ where: { userId, purpose: 'ENTRY', isOpen: true } })

/** A way to an entry: `begin` while the account is an ordinary one, and what `go` opens after it has become another. */
interface Way {
  readonly name: string
  readonly opens: readonly Account[]
  readonly begin: () => Promise<() => Promise<number>>
}

const WAYS: readonly Way[] = [
  { name: 'a signal on paper', opens: PAPER, begin: async () => async () => (await signal()).entries.length },
  {
    name: 'a signal live',
    opens: LIVE,
    begin: async () => {
      await goLive()
      return async () => (await signal()).entries.length
    },
  },
  {
    name: 'a question about the first live order',
    opens: LIVE,
    begin: async () => {
      await goLive(true)
      return async () => {
        await signal()
        return desks.database.db.firstOrder.count({ where: { answer: 'PENDING' } })
      }
    },
  },
  {
    name: 'a question that was asked before',
    // An unconfirmed one reads it still: the gates are asked again with his answer.
    opens: ['ordinary', 'unconfirmed'],
    begin: async () => {
      await goLive(true)
      await signal()
      return async () => {
        await desks.store.decisions.dropUnanswered()
        return desks.database.db.firstOrder.count({ where: { answer: 'PENDING' } })
      }
    },
  },
  {
    name: 'an approved first live order',
    opens: LIVE,
    begin: async () => {
      await goLive(true)
      await signal()
      await desks.database.db.firstOrder.updateMany({ data: { answer: 'APPROVED', answeredAt: new Date() } })
      const [approved] = await desks.store.decisions.approvedFirstOrders()
      return async () => (await desks.store.decisions.decideFirstOrder(approved!, NOW, take))!.entries.length
    },
  },
  {
    name: 'a verdict of the agent on paper',
    opens: PAPER,
    begin: async () => {
      await desks.database.db.agentSettings.create({ data: { userId, enabled: true, countedFrom: new Date(0) } })
      return () => speak('EXPLORATORY')
    },
  },
  {
    name: 'a verdict of the agent live',
    opens: LIVE,
    begin: async () => {
      await openAgentGates(desks.database.db, userId, MARKET)
      await desks.database.db.agentConfirmation.create({ data: { userId, symbol: 'NIFTY', lots: 9, version: 1 } })
      return () => speak('PROVEN')
    },
  },
  {
    name: 'an approved proposal of the agent',
    opens: PAPER,
    begin: async () => {
      await desks.database.db.agentSettings.create({ data: { userId, enabled: true, step: 'APPROVE', countedFrom: new Date(0) } })
      await speak('EXPLORATORY')
      await desks.database.db.agentProposal.updateMany({ data: { answer: 'APPROVED', answeredAt: new Date() } })
      const [approved] = await desks.store.decisions.approvedProposals()
      return async () => (await desks.store.decisions.decideProposal(approved!, NOW, takeVerdict))!.entries.length
    },
  },
  {
    name: 'an entry that was decided and not sent',
    opens: PAPER,
    begin: async () => {
      const { entries } = await signal()
      return async () => (await desks.store.trades.markSubmitted(entries.map(({ id }) => id))).length
    },
  },
  {
    name: 'an entry that waits at the broker',
    opens: PAPER,
    begin: async () => {
      const engine = desks.start(NOW)
      engine.desk.submit((await signal()).entries)
      await engine.settled()
      return async () => {
        engine.desk.obey()
        await engine.settled()
        await engine.time(NOW + SECOND)
        await engine.quote(NOW + SECOND, 99_95)
        return (await desks.trades()).length
      }
    },
  },
  {
    name: 'a stopped leg that opens again',
    opens: PAPER,
    begin: async () => {
      const engine = desks.start(NOW)
      const leg = { stop: percent(20), reentries: 1 }
      const second = async (at: number, call: number, put: number) => {
        await engine.time(at)
        await engine.see(CALL, at, call)
        await engine.see(PUT, at, put)
      }
      await second(NOW, 100_00, 90_00)
      engine.desk.submit(await desks.intendPosition(positionRule([legRule(leg), legRule({ optionType: 'PE', ...leg })]), [CALL, PUT]))
      await engine.settled()
      for (const [at, call] of [[SECOND, 100_00] as const, [MINUTE, 120_00] as const, [MINUTE + SECOND, 120_00] as const])
        await second(NOW + at, call, 90_00)
      expect(await desks.database.db.leg.count({ where: { status: 'STOPLOSS_HIT' } })).toBe(1)
      return async () => {
        for (const at of [2 * MINUTE, 2 * MINUTE + SECOND]) await second(NOW + at, 99_00, 90_00)
        return (await desks.legs()).length - 2
      }
    },
  },
]

describe.each(WAYS)('$name', ({ opens, begin }) => {
  it.each(Object.keys(ACCOUNTS) as Account[])('of an account that is %s', async (account) => {
    const go = await begin()
    await desks.database.db.user.update({ where: { id: userId }, data: ACCOUNTS[account] })
    expect(await go()).toBe(opens.includes(account) ? 1 : 0)
    if (!opens.includes(account)) expect(await openEntries()).toBe(0)
    // Nobody's doing is recorded as a signal that was refused: a suspended account trades no more than one that is not there.
    if (!['ordinary', 'unconfirmed'].includes(account))
      expect(await desks.database.db.denial.findMany({ where: { userId, reason: { not: 'UNANSWERED' } } })).toEqual([])
  })
})

describe('an account that was suspended', () => {
  it('opens trades again from the moment at which its owner may sign in again, and nothing of what it missed', async () => {
    const suspended = await desks.database.db.user.update({ where: { id: userId }, data: ACCOUNTS.disabled })
    expect((await signal()).entries).toEqual([])
    await desks.database.db.user.update({ where: { id: suspended.id }, data: { disabledAt: null } })
    expect(await openEntries()).toBe(0)
    expect((await signal(1)).entries).toHaveLength(1)
  })

  it('has its open trades closed as before', async () => {
    const engine = await desks.startWithTrade()
    await desks.database.db.user.update({ where: { id: userId }, data: ACCOUNTS.disabled })
    engine.desk.obey()
    await engine.settled()
    await engine.quote(NOW + MINUTE, 150_00)
    await engine.quote(NOW + MINUTE + SECOND, 150_00)
    expect(await desks.trades()).toMatchObject([{ status: 'TARGET_HIT' }])
  })
})
