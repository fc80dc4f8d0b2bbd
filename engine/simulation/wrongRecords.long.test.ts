import { afterEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../schema/errors.ts'
import { paise } from '../../schema/money.ts'
import type { EntryTerms } from '../trading/orders/orders.ts'
import type { Leg } from '../trading/positions/legs.ts'
import type { Judge } from '../trading/signals/takeSignals.ts'
import { SimulatedDecisions } from './SimulatedDecisions.ts'
import { SimulatedKills } from './SimulatedKills.ts'
import { SimulatedRecords, type OrderRow, type SimulatedRecordsParts } from './SimulatedRecords.ts'
import { SimulatedTrades } from './SimulatedTrades.ts'
import { firstBroken } from './testing/firstBroken.ts'
import type { Invariant } from './Violations.ts'

interface WrongRecords {
  readonly what: string
  readonly breaks: readonly Invariant[]
  readonly records: new (parts: SimulatedRecordsParts) => SimulatedRecords
  /** The first seed to look at, where the fault is rare. */
  readonly from?: number
}

const WRONG: readonly WrongRecords[] = [
  {
    what: 'allow a second exit of a leg',
    breaks: ['I2', 'I4'],
    records: class extends SimulatedRecords {
      override hasLiveExit() {
        return false
      }
    },
  },
  {
    what: 'do not look at kill switches',
    breaks: ['I7', 'I12'],
    from: 2,
    records: class extends SimulatedRecords {
      override readonly kills = new (class extends SimulatedKills {
        override widestFor() {
          return null
        }
      })()
    },
  },
  {
    what: 'let a subscription answer a signal again',
    breaks: ['I2'],
    records: class extends SimulatedRecords {
      override hasAnswered() {
        return false
      }
    },
    // It takes a signal that is decided twice, and a first entry that has ended in between.
    from: 47,
  },
  {
    what: 'forget which fills they have',
    breaks: ['I2'],
    records: class extends SimulatedRecords {
      override get knownFills() {
        return new Set<string>()
      }
    },
  },
  {
    what: 'give every order the same tag',
    breaks: ['I1'],
    records: class extends SimulatedRecords {
      override storeOrder(order: OrderRow) {
        super.storeOrder({ ...order, clientOrderId: 'E1' })
      }
    },
  },
  {
    what: 'book a leg at another price than its fills',
    breaks: ['I3'],
    records: class extends SimulatedRecords {
      override storeLeg(leg: Leg) {
        super.storeLeg({ ...leg, entryValue: paise(leg.entryValue + 5) })
      }
    },
  },
  {
    what: 'charge a paisa too much',
    breaks: ['I5'],
    records: class extends SimulatedRecords {
      override storeLeg(leg: Leg) {
        super.storeLeg({ ...leg, charges: paise(leg.charges + 1) })
      }
    },
  },
  {
    what: 'open an order again that was filled',
    breaks: ['I6'],
    records: class extends SimulatedRecords {
      override storeOrder(order: OrderRow) {
        super.storeOrder(order)
        if (order.status === 'FILLED') super.storeOrder({ ...order, status: 'OPEN' })
      }
    },
  },
]

afterEach(() => vi.restoreAllMocks())

describe('the simulation finds records that', () => {
  for (const { what, breaks, records, from } of WRONG)
    it(
      what,
      async () => expect([...(await firstBroken((parts) => new records(parts), from))]).toEqual(expect.arrayContaining([...breaks])),
      300_000,
    )

  it('let an order go that they have not committed as submitted', async () => {
    vi.spyOn(SimulatedTrades.prototype, 'markSubmitted').mockImplementation((orderIds) => orderIds)
    expect(await firstBroken()).toContain('I1')
  }, 300_000)

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
