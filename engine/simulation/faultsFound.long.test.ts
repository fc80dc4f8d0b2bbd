import { afterEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../schema/errors.ts'
import type { EntryTerms } from '../trading/orders/orders.ts'
import { ExitLane } from '../trading/floor/ExitLane.ts'
import { PositionDesk } from '../trading/floor/PositionDesk.ts'
import type { Judge } from '../trading/signals/takeSignals.ts'
import { simulateDay } from './simulateDay.ts'
import { SimulatedDecisions } from './SimulatedDecisions.ts'
import { SimulatedKills } from './SimulatedKills.ts'
import { SimulatedRecords, type SimulatedRecordsParts } from './SimulatedRecords.ts'

/** What the first of a hundred days from a seed on shows that shows anything. */
async function firstBroken(createRecords?: (parts: SimulatedRecordsParts) => SimulatedRecords, from = 1): Promise<ReadonlySet<string>> {
  for (let seed = from; seed < from + 100; seed++) {
    const { violations } = await simulateDay(seed, createRecords)
    if (violations.length > 0) return new Set(violations.map(({ invariant }) => invariant))
  }
  return new Set()
}

afterEach(() => vi.restoreAllMocks())

describe('the simulation finds records that', () => {
  const cases: readonly (readonly [string, string, (parts: SimulatedRecordsParts) => SimulatedRecords, from?: number])[] = [
    [
      'allow a second exit of a trade',
      'I2',
      (parts) =>
        new (class extends SimulatedRecords {
          override hasLiveExit() {
            return false
          }
        })(parts),
    ],
    [
      'do not look at kill switches',
      'I7',
      (parts) =>
        new (class extends SimulatedRecords {
          override readonly kills = new (class extends SimulatedKills {
            override widestFor() {
              return null
            }
          })()
        })(parts),
    ],
    [
      'let a subscription answer a signal again',
      'I2',
      (parts) =>
        new (class extends SimulatedRecords {
          override hasAnswered() {
            return false
          }
        })(parts),
      // It takes a signal that is decided twice, and a first entry that has ended in between: that is rare.
      45,
    ],
    [
      'forget which fills they have',
      'I2',
      (parts) =>
        new (class extends SimulatedRecords {
          override get knownFills() {
            return new Set<string>()
          }
        })(parts),
    ],
  ]
  for (const [name, invariant, createRecords, from] of cases)
    it(name, async () => expect(await firstBroken(createRecords, from)).toContain(invariant), 300_000)

  it('count a re-entry too many', async () => {
    const decide = SimulatedDecisions.prototype.decide
    vi.spyOn(SimulatedDecisions.prototype, 'decide').mockImplementation(function (this: SimulatedDecisions, batch, now, judge) {
      return decide.call(this, batch, now, withOneReentryMore(judge))
    })
    expect(await firstBroken()).toContain('I14')
  }, 300_000)
})

function withOneReentryMore(judge: Judge): Judge {
  const more = ({ position, ...terms }: EntryTerms): EntryTerms => {
    const legs = position?.rule.legs.map((leg) => ({ ...leg, reentries: leg.reentries + 1 })) ?? []
    return { ...terms, position: position && { ...position, rule: { ...position.rule, legs } } }
  }
  return (...asked) => {
    const judged = judge(...asked)
    return judged.ok ? ok({ ...judged.value, legs: judged.value.legs.map((leg) => ({ ...leg, terms: more(leg.terms) })) }) : judged
  }
}

describe('the simulation finds an engine that', () => {
  it('closes hedges before what they hedge', async () => {
    vi.spyOn(PositionDesk.prototype, 'isBehind').mockReturnValue(false)
    expect(await firstBroken()).toContain('I13')
  }, 300_000)

  it('sells before the hedge is there', async () => {
    vi.spyOn(PositionDesk.prototype, 'take').mockImplementation((entries) => [...entries])
    expect(await firstBroken()).toContain('I13')
  }, 300_000)

  it('keeps what is left of a position of which a leg failed', async () => {
    const close = ExitLane.prototype.close
    vi.spyOn(ExitLane.prototype, 'close').mockImplementation(function (this: ExitLane, asked) {
      close.call(
        this,
        asked.filter(({ reason }) => reason !== 'LEG_FAILED'),
      )
    })
    expect(await firstBroken()).toContain('I8')
  }, 300_000)

  it('looks at no limit of a position', async () => {
    vi.spyOn(PositionDesk.prototype, 'onTick').mockImplementation(() => undefined)
    expect(await firstBroken()).toContain('I8')
  }, 300_000)
})
