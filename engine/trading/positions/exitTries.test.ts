import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { MINUTE, SECOND } from '../../../schema/time.ts'
import type { OrderUpdate } from '../../broker/port.ts'
import { applyUpdates } from './applyUpdates.ts'
import { afterFailedExit, failedExitOf, isHandedOver, isRetryDue, type ExitTries } from './exitTries.ts'
import { tagOf } from '../orders/orders.ts'
import { bookableOf, entryOrder, exitOrder, fillOf } from '../testing/bookables.ts'

const NOW = 1_000_000 * SECOND

/** Market seconds after the first failure at which each of the following tries is made, each of them failing at once. */
function triesWithin(ms: number): number[] {
  const times: number[] = []
  let tries: ExitTries | null = null
  for (let now = NOW; now <= NOW + ms; now += 100)
    while (tries === null || isRetryDue(tries, now, false)) {
      times.push((now - NOW) / SECOND)
      tries = afterFailedExit(tries, { reason: 'STOP', at: now, sold: false })
    }
  return times
}

describe('an exit that keeps failing', () => {
  it('is tried three times at once and then after 2, 4, 8, 16, 30, 30 … seconds, ten times in all', () => {
    expect(triesWithin(10 * MINUTE)).toEqual([0, 0, 0, 2, 6, 14, 30, 60, 90, 120])
  })

  it('is tried eight times in a minute, not six hundred', () => {
    expect(triesWithin(MINUTE)).toHaveLength(8)
  })

  it('is handed over with its tenth failure, and tried every thirty seconds again when its time is up', () => {
    const ninth: ExitTries = { reason: 'STOP', failures: 9, retryAt: NOW }
    const tenth = afterFailedExit(ninth, { reason: 'STOP', at: NOW, sold: false })
    expect([isHandedOver(ninth), isHandedOver(tenth)]).toEqual([false, true])
    expect(tenth.retryAt).toBe(NOW + 30 * SECOND)
    expect([isRetryDue(tenth, NOW + MINUTE, false), isRetryDue(tenth, NOW + MINUTE, true), isRetryDue(tenth, NOW + 1, true)]).toEqual([
      ...[false, true, false],
    ])
  })

  it('is counted anew once it has sold a part', () => {
    expect(afterFailedExit({ failures: 9 }, { reason: 'STOP', at: NOW, sold: true })).toEqual({ reason: 'STOP', failures: 1, retryAt: NOW })
  })
})

describe('a failed exit', () => {
  const bought = bookableOf([
    entryOrder(),
    exitOrder('x1', 'X1', { quantity: 130, exitReason: 'TARGET' }),
    exitOrder('x2', 'X2', { quantity: 65, exitReason: 'TARGET' }),
    exitOrder('x0', 'X0', { quantity: 195, status: 'REJECTED', exitReason: 'STOP' }),
  ])
  const refused = (clientOrderId: string): OrderUpdate => ({ type: 'rejected', clientOrderId, at: NOW, reason: 'of a test' })
  const after = (...updates: OrderUpdate[]) => {
    const legUpdate = applyUpdates(SHIPPED_MARKET_RULES, bought, [fillOf('E1', 'e1', 195, 100_00), ...updates], new Set())
    return failedExitOf(bought, legUpdate, NOW)
  }

  it('is one of which all orders have ended and units are left', () => {
    expect(after(refused('X1'))).toBeNull()
    expect(after(refused('X1'), refused('X2'))).toEqual({ reason: 'TARGET', at: NOW, sold: false })
  })

  it('has sold a part when one of its orders has', () => {
    expect(after(refused('X1'), fillOf('X2', 'f1', 65, 100_00))).toEqual({ reason: 'TARGET', at: NOW, sold: true })
  })

  it('is none that sold the leg, that goes on, or that ended before', () => {
    expect(after(fillOf('X1', 'f1', 130, 100_00), fillOf('X2', 'f2', 65, 100_00))).toBeNull()
    expect(after(fillOf('X1', 'f1', 65, 100_00))).toBeNull()
    expect(after()).toBeNull()
  })

  it('is none that its owner made by hand in the broker’s app: that closes what it closes, and the rest goes on', () => {
    const held = bookableOf([entryOrder(), exitOrder('h1', tagOf('H', '0198'), { quantity: 65, exitReason: 'MANUAL' })])
    const updates = [fillOf('E1', 'e1', 195, 100_00), fillOf(tagOf('H', '0198'), 'f1', 65, 100_00)]
    const legUpdate = applyUpdates(SHIPPED_MARKET_RULES, held, updates, new Set())
    expect(legUpdate.leg?.exitQuantity).toBe(65)
    expect(failedExitOf(held, legUpdate, NOW)).toBeNull()
  })
})
