import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { closedLegOf, openLegOf } from '../testing/legs.ts'
import { OpenPositions } from './OpenPositions.ts'
import { CALL, legRule, percent, positionRule, PUT, termsOf } from '../testing/positions.ts'

const leg = legRule({ stop: percent(10) })
const rule = positionRule([leg, { ...leg, optionType: 'PE' }], { stopsToCost: true })
const [callTerms, putTerms] = [termsOf(rule, 0), termsOf(rule, 1)]

describe('positions that are read from the books', () => {
  it('move no stop that is at its cost already back, whichever leg is read first', () => {
    const fills = { side: 'SELL', quantity: 65, entryValue: paise(100_00 * 65) } as const
    const atCost = openLegOf({ ...fills, id: 'a', contract: CALL, terms: callTerms, stop: paise(100_00) })
    const stopped = closedLegOf(openLegOf({ ...fills, id: 'b', contract: PUT, terms: putTerms }), 110_00, 'STOP')
    const positions = new OpenPositions()
    for (const [each, terms] of [[atCost, callTerms] as const, [stopped, putTerms] as const]) positions.keep(each, terms.position!)
    expect(positions.takeMovedStops()).toEqual([])
  })
})
