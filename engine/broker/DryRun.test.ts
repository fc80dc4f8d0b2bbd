import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { paise } from '../../schema/money.ts'
import { istInstant, MINUTE, SECOND } from '../../schema/time.ts'
import { contractOf, quoteOf } from '../trading/testing/contracts.ts'
import { DryRun, type DryFill } from './DryRun.ts'
import { orderRequestOf } from './testing/orderRequestOf.ts'

const NOW = istInstant('2026-07-01', 10 * 60)
const contract = contractOf('NIFTY', 24_500, 'CE')

function open() {
  const saved: DryFill[] = []
  const books = { strangers: new Set<string>(), isAway: false }
  let now = NOW
  const save = async (fills: readonly DryFill[]) => {
    if (books.isAway) throw new Error('away')
    saved.push(...fills.filter(({ fillId }) => !books.strangers.has(fillId)))
    return books.strangers
  }
  const dry = new DryRun({ rules: () => SHIPPED_MARKET_RULES, save, log: pino({ level: 'silent' }) }, NOW, MINUTE)
  const pass = async (by: number) => {
    now += by
    dry.onTime(now, MINUTE)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const send = (clientOrderId: string, quantity: number) =>
    dry.place(orderRequestOf({ account: { userId: 'asha', mode: 'LIVE' }, clientOrderId, contract, quantity }))
  return {
    ...{ dry, saved, books, pass, send },
    /** The broker reports a fill. */
    told(clientOrderId: string, quantity: number) {
      dry.onLiveUpdate({ type: 'filled', clientOrderId, at: now, fillId: `live-${clientOrderId}`, quantity, price: paise(100_00) })
    },
    /** An order is sent, and the next quote fills it. */
    async fill(clientOrderId: string) {
      await send(clientOrderId, 65)
      await pass(SECOND)
      dry.onTick(quoteOf(contract, now, 100_00))
    },
  }
}

it('what paper would have filled of a live order is stored, once', async () => {
  const { saved, fill, pass } = open()
  await fill('E1')
  await pass(5 * SECOND)
  await pass(5 * SECOND)
  expect(saved).toMatchObject([{ clientOrderId: 'E1', price: 100_05 }])
})

it('a fill whose order comes to the books later is stored then, and dropped after ten minutes', async () => {
  const { saved, books, fill, pass } = open()
  await fill('S1')
  books.strangers.add('S1-0')
  await pass(5 * SECOND)
  expect(saved).toEqual([])
  books.strangers.clear()
  await pass(5 * SECOND)
  expect(saved).toMatchObject([{ clientOrderId: 'S1' }])
  await fill('S2')
  books.strangers.add('S2-0')
  await pass(11 * MINUTE)
  books.strangers.clear()
  await pass(5 * SECOND)
  expect(saved).toHaveLength(1)
})

it('while the database is away fills wait, and the end stores them', async () => {
  const { dry, saved, books, fill, pass } = open()
  books.isAway = true
  await fill('E1')
  await pass(5 * SECOND)
  books.isAway = false
  await dry.close()
  expect(saved).toMatchObject([{ clientOrderId: 'E1' }])
})

it('what was not filled on its day is not filled on the next', async () => {
  const { dry, saved, pass } = open()
  await dry.place(orderRequestOf({ account: { userId: 'asha', mode: 'LIVE' }, clientOrderId: 'X1', contract, purpose: 'EXIT' }))
  const next = istInstant('2026-07-02', 10 * 60)
  await pass(next - NOW)
  dry.onTick(quoteOf(contract, next + SECOND, 100_00))
  await pass(5 * SECOND)
  expect(saved).toEqual([])
})

describe('an order that the market has filled whole', () => {
  it('is filled by the quotes of the three seconds after it', async () => {
    const { saved, fill, send, pass, told } = open()
    await send('E1', 130)
    told('E1', 65)
    await pass(4 * SECOND)
    told('E1', 65)
    await pass(2 * SECOND)
    await fill('E2')
    await pass(5 * SECOND)
    expect(new Set(saved.map(({ clientOrderId }) => clientOrderId))).toEqual(new Set(['E1', 'E2']))
  })

  it('is compared with no price of later', async () => {
    const { saved, fill, send, pass, told } = open()
    await send('E1', 130)
    told('E1', 130)
    await pass(4 * SECOND)
    await fill('E2')
    await pass(5 * SECOND)
    expect(saved).toMatchObject([{ clientOrderId: 'E2' }])
  })
})

it('an order that ended at the broker is filled no more', async () => {
  const { dry, saved, send, fill, pass } = open()
  await send('E1', 65)
  dry.onLiveUpdate({ type: 'cancelled', clientOrderId: 'E1', at: NOW, reason: 'of a test' })
  await fill('E2')
  await pass(5 * SECOND)
  expect(saved).toMatchObject([{ clientOrderId: 'E2' }])
})
