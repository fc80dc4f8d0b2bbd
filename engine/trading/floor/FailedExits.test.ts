import { expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES as RULES } from '../../../schema/market/MarketRules.ts'
import { istInstant, SECOND } from '../../../schema/time.ts'
import type { OpenLeg } from '../positions/legs.ts'
import { openLegOf } from '../testing/legs.ts'
import { FailedExits } from './FailedExits.ts'

const leg = openLegOf()
const { expiry } = leg.contract
const SESSION = RULES.sessionHours(expiry)
const dayBefore = { open: istInstant('2026-07-01', 9 * 60 + 15), close: istInstant('2026-07-01', 15 * 60 + 30) }

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
