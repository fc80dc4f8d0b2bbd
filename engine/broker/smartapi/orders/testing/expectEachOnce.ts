import { expect } from 'vitest'
import { MINUTE, SECOND } from '../../../../../schema/time.ts'
import type { JudgedOrder } from './loseAnswers.ts'

/** Market milliseconds from when an order can be seen until it is found. */
const FOUND_WITHIN = 5 * SECOND

/** Each order is at the broker once, sent once, and those whose answers were lost were found once they could be seen. For tests. */
export function expectEachOnce(orders: readonly JudgedOrder[]): void {
  for (const { tag, placement, calls, orders: own } of orders) {
    expect([tag, calls, own.length]).toEqual([tag, ['accepted'], 1])
    expect(['accepted', 'unknown']).toContain(placement)
  }
  const lost = orders.filter(({ placement }) => placement === 'unknown')
  expect(lost.length).toBeGreaterThan(orders.length / 10)
  for (const { tag, resolvedAt, orders: own, updates } of lost) {
    expect([tag, updates.some(({ type }) => type === 'accepted'), updates.some(({ type }) => type === 'rejected')]).toEqual([
      tag,
      true,
      false,
    ])
    expect(resolvedAt - own[0]!.visibleFrom).toBeLessThanOrEqual(FOUND_WITHIN)
  }
}

/** Those that never arrived were given up after two minutes and not sent again; all others are there once. For tests. */
export function expectGivenUp(orders: readonly JudgedOrder[]): void {
  const gone = orders.filter(({ calls }) => calls.includes('never reached'))
  expect(gone.length).toBeGreaterThan(orders.length / 10)
  for (const { tag, updates, calls, orders: own, sentAt, resolvedAt } of gone) {
    expect([tag, updates.map(({ type }) => type), calls, own.length]).toEqual([tag, ['rejected'], ['never reached'], 0])
    expect(resolvedAt - sentAt).toBeGreaterThanOrEqual(2 * MINUTE)
  }
  for (const { tag, calls, orders: own } of orders.filter((order) => !gone.includes(order)))
    expect([tag, calls, own.length]).toEqual([tag, ['accepted'], 1])
}
