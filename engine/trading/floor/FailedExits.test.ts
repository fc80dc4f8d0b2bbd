import { expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES as RULES } from '../../../schema/market/MarketRules.ts'
import { istInstant, SECOND } from '../../../schema/time.ts'
import type { OpenLeg } from '../positions/legs.ts'
import { HANDED_OVER_AT } from '../positions/exitTries.ts'
import { openLegOf } from '../testing/legs.ts'
import { FailedExits } from './FailedExits.ts'

const leg = openLegOf()
const { expiry } = leg.contract
const SESSION = RULES.sessionHours(expiry)
const NOW = istInstant('2026-07-01', 10 * 60)
const dayBefore = { open: istInstant('2026-07-01', 9 * 60 + 15), close: istInstant('2026-07-01', 15 * 60 + 30) }

it('what was left to its owner is tried once more when asked for, and what waits for its time is not', () => {
  const failed = new FailedExits()
  const tries = { reason: 'STOP', retryAt: NOW + SECOND } as const
  failed.add({ legId: 'left', tries: { ...tries, failures: HANDED_OVER_AT } })
  failed.add({ legId: 'waiting', tries: { ...tries, failures: HANDED_OVER_AT - 1 } })
  const legs = [{ id: 'left' }, { id: 'waiting' }, { id: 'sound' }]
  expect(failed.takeHandedOver(legs, NOW)).toEqual([{ legId: 'left', reason: 'STOP', at: NOW }])
  expect(failed.takeHandedOver(legs, NOW)).toEqual([])
})

function takenAt(now: number, session: { readonly open: number; readonly close: number }, open: OpenLeg = leg) {
  const failed = new FailedExits()
  failed.add({ legId: open.id, tries: { reason: 'STOP', failures: 1, retryAt: now } })
  return failed.takeDue(now, session, RULES, { get: () => open }).map(({ legId }) => legId)
}

it('a failed exit is tried again in the session, and not after it', () => {
  expect(dayBefore.close).toBeLessThan(SESSION.open)
  expect(takenAt(dayBefore.close - SECOND, dayBefore)).toEqual([leg.id])
  expect(takenAt(dayBefore.close, dayBefore)).toEqual([])
})

it('what an exit has left of a contract that has expired is tried again after the session on paper, where it is settled, and not live', () => {
  expect(takenAt(SESSION.close, SESSION)).toEqual([leg.id])
  expect(takenAt(SESSION.close, SESSION, openLegOf({ mode: 'LIVE' }))).toEqual([])
})
