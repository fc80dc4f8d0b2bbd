import { describe, expect, it } from 'vitest'
import { ok } from '../../../schema/errors.ts'
import { paise } from '../../../schema/money.ts'
import { MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import type { Direction } from '../../../schema/trading/SignalSide.ts'
import type { Account, Candidate } from '../../trading/risk/assess.ts'
import type { EntryOrder } from '../../trading/orders/orders.ts'
import type { SignalBatch, SignalRecords } from '../../trading/signals/SignalDesk.ts'
import type { Judge } from '../../trading/signals/takeSignals.ts'
import type { Kill, TradeRecords } from '../../trading/floor/TradeRecords.ts'
import type { FloorPorts } from '../../trading/floor/TradingFloor.ts'
import { isOpen, type Leg, type OpenLeg } from '../../trading/positions/legs.ts'
import { planOf } from '../../trading/testing/legs.ts'
import { legRule, percent, positionRule, termsOf } from '../../trading/testing/positions.ts'
import { CONTRACT, filled, NOW, TERMS } from './useTestStore.ts'

/**
 * Records with one user, who has ten lakh rupees, may have twenty trades open and lose 25,000 rupees a day, and subscribes to one strategy.
 */
export interface OpenedRecords {
  readonly records: TradeRecords
  readonly decisions: SignalRecords
  readonly userId: string
  readonly strategyId: string
  pullKill(kill: Kill): Promise<void>
  requestExit(tradeId: string): Promise<void>
  /** Another node takes over all users; returns its records. */
  takeOver(): Promise<FloorPorts['records']>
}

const FUNDS = 10_00_000_00
const RESERVED = 7_000_00

/** The contract of every implementation of the records, as a test suite. Calls `open` once per test. For tests only. */
export function describeRecords(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`the records ${name}`, () => {
    it('ask a subscription once for its answer to a signal, and count what it has under way from the intent on', async () => {
      const floor = await begin(open)
      expect(await floor.signal(NOW)).toMatchObject({ entries: [{ status: 'INTENT', intendedAt: NOW, quantity: 65 }], denied: 0 })
      expect(floor.asked).toMatchObject([
        [
          { tradesToday: 0, openTrades: 0, killed: null },
          { available: FUNDS, openTrades: 0, maxOpenTrades: 20, entriesLastMinute: 0, entriesToday: 0, maxDailyLoss: 25_000_00 },
        ],
      ])
      expect(await floor.signal(NOW)).toMatchObject({ entries: [], exits: [], denied: 0 })
      await floor.signal(NOW + MINUTE / 2, NOW + MINUTE)
      expect(floor.asked.slice(1)).toMatchObject([
        [
          { tradesToday: 1, openTrades: 1 },
          { available: FUNDS - RESERVED, openTrades: 1, entriesLastMinute: 1, entriesToday: 1 },
        ],
      ])
    })

    it('hand an intent over once, and cancel an entry that a kill switch stops before it is sent', async () => {
      const { records, enter, pullKill, userId } = await begin(open)
      const first = await enter(NOW)
      expect(await records.markSubmitted([first.id])).toEqual([first.id])
      expect(await records.markSubmitted([first.id])).toEqual([])
      const second = await enter(NOW + MINUTE)
      await pullKill({ scope: 'USER', scopeId: userId, squareOff: false })
      expect(await records.markSubmitted([second.id])).toEqual([])
      expect(await records.openOrders()).toMatchObject([{ id: first.id, status: 'SUBMITTED' }])
      expect(await records.kills()).toEqual([{ scope: 'USER', scopeId: userId, squareOff: false }])
    })

    it('book a fill once, however often it is told, and name orders that are not theirs', async () => {
      const { records, enter } = await begin(open)
      const entry = await enter(NOW)
      await records.markSubmitted([entry.id])
      const fill = filled(entry.clientOrderId, 100_00, NOW + SECOND)
      expect(await records.book([fill])).toMatchObject({
        legUpdates: [{ change: 'opened', alarms: [] }],
        changes: [{ tradeId: entry.tradeId, change: 'opened' }],
        strangers: [],
      })
      expect(await records.book([fill])).toMatchObject({ legUpdates: [{ change: null, fills: [], alarms: [] }], changes: [] })
      expect(await records.book([filled('E00000000000000', 100_00, NOW)])).toMatchObject({ legUpdates: [], strangers: ['E00000000000000'] })
      expect(await records.heldLegs()).toMatchObject([
        { id: entry.legId, tradeId: entry.tradeId, quantity: 65, entryValue: 6_500_00, stop: 88_00, target: 118_00 },
      ])
      expect(await records.openOrders()).toEqual([])
    })

    it('commit one exit of a trade at a time, as submitted, for what is left of it', async () => {
      const { records, openTrade } = await begin(open)
      const leg = await openTrade(3)
      const exit = async () => (await records.submitExits([{ legId: leg.id, reason: 'STOP', at: NOW + MINUTE }])).exits
      const [first] = await exit()
      expect(first).toMatchObject({ status: 'SUBMITTED', quantity: 195, exitReason: 'STOP', tradeId: leg.tradeId, legId: leg.id })
      expect(await exit()).toEqual([])
      const tag = first?.clientOrderId ?? ''
      await records.book([
        filled(tag, 90_00, NOW + MINUTE),
        { type: 'cancelled', clientOrderId: tag, at: NOW + MINUTE, reason: 'of a test' },
      ])
      const [second] = await exit()
      expect(second).toMatchObject({ quantity: 130 })
      expect(await records.book([filled(second?.clientOrderId ?? '', 90_00, NOW + MINUTE, 130)])).toMatchObject({
        legUpdates: [{ change: 'closed', leg: { exitQuantity: 195, closing: { exitReason: 'STOP' } } }],
      })
      expect(await exit()).toEqual([])
      expect(await records.heldLegs()).toEqual([])
    })

    it('give an account back what an order had set aside when it is given up, and take from it what a trade has lost', async () => {
      const floor = await begin(open)
      const { records, enter } = floor
      await records.expire([(await enter(NOW)).id], 'of a test')
      const leg = await floor.openTrade(1, NOW + MINUTE)
      const { exits } = await records.submitExits([{ legId: leg.id, reason: 'STOP', at: NOW + 2 * MINUTE }])
      const { legUpdates } = await records.book([filled(exits[0]?.clientOrderId ?? '', 90_00, NOW + 2 * MINUTE)])
      const lost = 650_00 + (legUpdates[0]?.leg?.charges ?? NaN)
      floor.asked.length = 0
      await floor.signal(NOW + 5 * MINUTE)
      expect(floor.asked).toMatchObject([
        [
          { openTrades: 0, tradesToday: 1 },
          { available: FUNDS - lost, lossToday: lost, openTrades: 0, entriesLastMinute: 0, entriesToday: 1 },
        ],
      ])
    })

    it('submit the exit of a trade that a signal speaks against, and cancel an entry that nobody has sent', async () => {
      const { records, enter, openTrade, signal } = await begin(open)
      const leg = await openTrade(1)
      await enter(NOW + MINUTE)
      const { exits } = await signal(NOW + 2 * MINUTE, NOW + 2 * MINUTE, 'SHORT')
      expect(exits).toMatchObject([{ legId: leg.id, exitReason: 'OPPOSITE_SIGNAL', status: 'SUBMITTED' }])
      const open_ = await records.openOrders()
      expect(open_.filter(({ purpose, intendedAt }) => purpose === 'ENTRY' && intendedAt === NOW + MINUTE)).toEqual([])
    })

    it('deny a signal that came too late once, and neither close nor call back anything for it', async () => {
      const { records, decisions, enter, openTrade, strategyId } = await begin(open)
      await openTrade(1)
      const entry = await enter(NOW + MINUTE)
      const signals = [{ strategyId, version: 1, side: 'SHORT' as const }]
      const late: SignalBatch = { index: 'NIFTY', interval: '1min', candleTime: NOW + MINUTE, price: paise(24_510_00), signals }
      const refuse = () =>
        decisions.refuse(late, NOW + 9 * MINUTE, () => ({ reason: 'CANDLE_LATE', numbers: { ageMs: 7 * MINUTE, limitMs: MINUTE } }))
      expect([await refuse(), await refuse()]).toEqual([1, 0])
      expect(await records.openOrders()).toMatchObject([{ id: entry.id, status: 'INTENT' }])
      expect(await records.heldLegs()).toHaveLength(1)
    })

    it('know what a person asked to close until its exit is under way, and again when that one fails', async () => {
      const { records, openTrade, requestExit } = await begin(open)
      const leg = await openTrade(1)
      await requestExit(leg.tradeId)
      expect(await records.requestedExits()).toMatchObject([{ legId: leg.id, reason: 'MANUAL' }])
      const { exits } = await records.submitExits([{ legId: leg.id, reason: 'MANUAL', at: NOW + MINUTE }])
      expect(await records.requestedExits()).toEqual([])
      const rejected = { type: 'rejected', clientOrderId: exits[0]?.clientOrderId ?? '', at: NOW + MINUTE, reason: 'of a test' } as const
      expect(await records.book([rejected])).toMatchObject({ failedExits: [{ legId: leg.id, tries: { failures: 1, reason: 'MANUAL' } }] })
      expect(await records.exitTries()).toMatchObject([{ legId: leg.id, tries: { failures: 1 } }])
      expect(await records.requestedExits()).toHaveLength(1)
    })

    it('refuse every write with the token of a node whose users another one has taken over, and take the other one’s', async () => {
      const { records, enter, openTrade, signal, takeOver } = await begin(open)
      const leg = await openTrade(2)
      const sent = await enter(NOW + MINUTE)
      await records.markSubmitted([sent.id])
      const unsent = await enter(NOW + 2 * MINUTE)
      const others = await takeOver()
      expect(await records.markSubmitted([unsent.id])).toEqual([])
      expect((await records.submitExits([{ legId: leg.id, reason: 'STOP', at: NOW + 3 * MINUTE }])).exits).toEqual([])
      expect(await signal(NOW + 3 * MINUTE)).toMatchObject({ entries: [], exits: [], denied: 0 })
      const told = [filled(sent.clientOrderId, 100_00, NOW + 3 * MINUTE), filled('E00000000000000', 100_00, NOW)]
      expect(await records.book(told)).toEqual({ legUpdates: [], changes: [], failedExits: [], strangers: ['E00000000000000'], left: [] })
      await records.expire([sent.id, unsent.id], 'of a test')
      await records.moveStops([{ legId: leg.id, stop: paise(95_00) }])
      expect(await others.trades.openOrders()).toMatchObject([
        { id: sent.id, status: 'SUBMITTED', filledQuantity: 0 },
        { id: unsent.id, status: 'INTENT' },
      ])
      expect(await others.trades.heldLegs()).toMatchObject([{ id: leg.id, stop: 88_00 }])
      expect(await others.trades.markSubmitted([unsent.id])).toEqual([unsent.id])
    })

    it('reopen a stopped leg unless its owner’s account speaks against it, and show that account with its loss of the day', async () => {
      const { records, openStopped } = await begin(open)
      const first = await openStopped(NOW)
      const lost = 650_00 + first.charges
      const denial: Denial = { reason: 'DAILY_LOSS_REACHED', numbers: { loss: lost, maxDailyLoss: 25_000_00 } }
      const seen: Account[] = []
      const reenter = (answer: Denial | null) =>
        records.reenter([{ first, at: NOW + 3 * MINUTE }], (_leg, account) => {
          seen.push(account)
          return answer
        })
      expect(await reenter(denial)).toEqual({ entries: [], refused: [{ first, denial }] })
      expect(seen).toMatchObject([{ lossToday: lost, maxDailyLoss: 25_000_00, openTrades: 1 }])
      expect(await records.openOrders()).toEqual([])
      expect(await reenter(null)).toMatchObject({ entries: [{ tradeId: first.tradeId, status: 'INTENT', quantity: 65 }], refused: [] })
      expect((await reenter(null)).entries).toEqual([])
    })

    it('keep a raised stop, and never lower it', async () => {
      const { records, openTrade } = await begin(open)
      const { id: legId } = await openTrade(1)
      await records.moveStops([{ legId, stop: paise(95_00) }])
      await records.moveStops([{ legId, stop: paise(90_00) }])
      expect(await records.heldLegs()).toMatchObject([{ stop: 95_00 }])
    })
  })
}

/** The opened records with the usual start of their tests. */
async function begin(open: () => Promise<OpenedRecords>) {
  const opened = await open()
  const { records, decisions, strategyId } = opened
  /** The candidates that the judge saw, each with its account. */
  const asked: (readonly [Candidate, Account])[] = []
  const signal = (at: Instant, candleTime = at, side: Direction = 'LONG', lots = 1) => {
    const judge: Judge = (_side, candidate, account) => {
      asked.push([candidate, account])
      return ok(planOf({ contract: CONTRACT, quantity: lots * CONTRACT.lotSize, terms: TERMS, reserved: paise(RESERVED) }))
    }
    const signals = [{ strategyId, version: 1, side }]
    const batch: SignalBatch = { index: 'NIFTY', interval: '1min', candleTime: candleTime - MINUTE, price: paise(24_510_00), signals }
    return decisions.decide(batch, at, judge)
  }
  const enter = async (at: Instant, lots = 1): Promise<EntryOrder> => {
    const [entry] = (await signal(at, at, 'LONG', lots)).entries
    if (!entry) throw new Error('no entry was made')
    return entry
  }
  const openTrade = async (lots: number, at = NOW): Promise<OpenLeg> => {
    const entry = await enter(at, lots)
    await records.markSubmitted([entry.id])
    await records.book([filled(entry.clientOrderId, 100_00, at + SECOND, entry.quantity)])
    const leg = (await records.heldLegs()).find(({ id }) => id === entry.legId)
    if (!leg || !isOpen(leg)) throw new Error('no trade was opened')
    return leg
  }
  /** A position of one bought leg that may be reopened once, stopped two minutes after `at` at a loss of ten rupees a unit. */
  const openStopped = async (at: Instant): Promise<Leg> => {
    const rule = positionRule([legRule({ side: 'BUY', stop: percent(10), reentries: 1 })])
    const signals = [{ strategyId, version: 1, side: 'LONG' as const }]
    const batch: SignalBatch = { index: 'NIFTY', interval: '1min', candleTime: at - MINUTE, price: paise(24_510_00), signals }
    const terms = termsOf(rule, 0, { funds: RESERVED })
    const plan = planOf({ contract: CONTRACT, quantity: CONTRACT.lotSize, terms, reserved: paise(RESERVED) })
    const [entry] = (await decisions.decide(batch, at, () => ok(plan))).entries
    if (!entry) throw new Error('no entry was made')
    await records.markSubmitted([entry.id])
    await records.book([filled(entry.clientOrderId, 100_00, at + SECOND)])
    const { exits } = await records.submitExits([{ legId: entry.legId, reason: 'STOP', at: at + 2 * MINUTE }])
    await records.book([filled(exits[0]?.clientOrderId ?? '', 90_00, at + 2 * MINUTE)])
    const leg = (await records.heldLegs()).find(({ id }) => id === entry.legId)
    if (!leg?.closing) throw new Error('the leg was not stopped')
    return leg
  }
  return { ...opened, asked, signal, enter, openTrade, openStopped }
}
