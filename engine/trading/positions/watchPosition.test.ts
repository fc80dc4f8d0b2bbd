import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { openLegOf, TERMS } from '../testing/legs.ts'
import { levelsFor } from '../../../schema/trading/levelsFor.ts'
import { levelReached } from './legs.ts'
import { grossOf, type HeldPosition } from './HeldPosition.ts'
import { legLevels } from './legLevels.ts'
import { CALL, closedLeg, heldLeg, legRule, percent, positionRule, pricesOf, PUT, rupees, straddle } from '../testing/positions.ts'
import { waitingRules, watchPosition } from './watchPosition.ts'

const at = (call: number, put: number) => pricesOf([CALL, call], [PUT, put])
const legsOf = (position: HeldPosition, ...prices: Parameters<typeof at>) => {
  const watched = watchPosition(position, at(...prices))
  if (watched.kind !== 'legs') throw new Error(watched.reason)
  return watched
}
const exitsOf = (position: HeldPosition, ...prices: Parameters<typeof at>) =>
  legsOf(position, ...prices).exits.map(({ leg, reason }) => `${leg.contract.optionType} ${reason}`)
const wholeOf = (position: HeldPosition, ...prices: Parameters<typeof at>) => {
  const watched = watchPosition(position, at(...prices))
  return watched.kind === 'whole' ? watched.reason : null
}

describe('the P&L of a position', () => {
  it('is what sold legs brought less what they cost to buy back, and the other way round for bought ones', () => {
    expect(grossOf(straddle(), at(80, 95))).toBe((20 - 5) * 65 * 100)
    const spread = {
      ...straddle(),
      rule: positionRule([legRule({ side: 'BUY' }), legRule({ optionType: 'PE' })]),
    }
    expect(grossOf(spread, at(80, 95))).toBe((-20 - 5) * 65 * 100)
  })

  it('counts closed legs at what they were closed for, and is not known while an open leg has no price', () => {
    const [call, put] = straddle().legs
    const half = { ...straddle(), legs: [closedLeg(call!, 125, 'STOP'), put!] }
    expect(grossOf(half, pricesOf([PUT, 60]))).toBe((-25 + 30) * 65 * 100)
    expect(grossOf(half, pricesOf([CALL, 60]))).toBeNull()
  })
})

describe('the levels of a leg', () => {
  it('lie above the entry of a sold leg for the stop, below for the target', () => {
    const position = straddle({}, { stop: percent(25), target: percent(60) })
    expect(position.legs.map((leg) => legLevels(leg, position))).toEqual([
      { stop: 125_00, target: 40_00 },
      { stop: 112_50, target: 36_00 },
    ])
    expect(exitsOf(position, 124.95, 112.45)).toEqual([])
    expect(exitsOf(position, 125, 90)).toEqual(['CE STOP'])
    expect(exitsOf(position, 40, 113)).toEqual(['CE TARGET', 'PE STOP'])
  })

  it('in rupees are of the lots written, so that more lots do not move them', () => {
    const position = straddle({}, { stop: rupees(1_300) })
    const threefold = {
      ...position,
      lots: 3,
      legs: position.legs.map((leg) => ({ ...leg, quantity: 195, entryValue: paise(leg.entryValue * 3) })),
    }
    expect(legLevels(position.legs[0]!, position).stop).toBe(120_00)
    expect(legLevels(threefold.legs[0]!, threefold).stop).toBe(120_00)
  })

  it('are those of its leg for a position of one bought option', () => {
    const level = fc.oneof(fc.integer({ min: 1, max: 100 }).map(percent), fc.integer({ min: 1, max: 10_000 }).map(rupees))
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 100_000 }),
        fc.integer({ min: 1, max: 4 }),
        level,
        level,
        fc.integer({ min: 1, max: 40_000 }),
        (entry, lots, stop, target, steps) => {
          const quantity = 65 * lots
          const leg = heldLeg(0, CALL, entry / 100, { quantity })
          const position: HeldPosition = { rule: positionRule([legRule({ side: 'BUY', stop, target })]), lots: 1, legs: [leg], kept: null }
          const levels = levelsFor('BUY', paise(entry), quantity, CALL.tick, { takeProfit: target, stopLoss: stop })
          expect(legLevels(leg, position)).toEqual(levels)
          const whole = openLegOf({
            ...levels,
            quantity,
            entryValue: paise(entry * quantity),
            terms: { ...TERMS, trailingStopPercent: null },
          })
          const price = steps * 5
          const reached = watchPosition(position, () => paise(price))
          // A stop is checked first, a leg's target: they are never reached by one price.
          expect(reached.kind === 'legs' && (reached.exits[0]?.reason ?? null)).toBe(
            levelReached(whole, paise(price)) === 'TARGET' ? 'TARGET' : price <= levels.stop! ? 'STOP' : null,
          )
        },
      ),
    )
  })

  it('move to the entry of the other legs when one is stopped, where the rule says so', () => {
    const moved = straddle({ stopsToCost: true }, { stop: percent(25) })
    const stopped = { ...moved, legs: [closedLeg(moved.legs[0]!, 125, 'STOP'), moved.legs[1]!] }
    expect(exitsOf(stopped, 130, 89.95)).toEqual([])
    expect(exitsOf(stopped, 130, 90)).toEqual(['PE STOP'])
    const closedByTarget = { ...moved, legs: [closedLeg(moved.legs[0]!, 40, 'TARGET'), moved.legs[1]!] }
    expect(exitsOf(closedByTarget, 40, 90)).toEqual([])
  })
})

describe('a stop that moves to cost', () => {
  const moved = straddle({ stopsToCost: true }, { stop: percent(25), reentries: 1 })
  const [call, put] = moved.legs

  it('does so for legs that were open when another was stopped, and not for one that was opened again afterwards', () => {
    const again = heldLeg(0, CALL, 100, { openedAt: 5 })
    const position = { ...moved, legs: [closedLeg(call!, 125, 'STOP'), closedLeg(put!, 90, 'STOP'), again] }
    expect(legLevels(again, position).stop).toBe(125_00)
    const later = { ...position, legs: [closedLeg(call!, 125, 'STOP'), put!, again] }
    expect(legLevels(put!, later).stop).toBe(90_00)
    expect(
      legLevels(again, { ...position, legs: [closedLeg(call!, 125, 'STOP'), { ...closedLeg(put!, 90, 'STOP'), closedAt: 7 }, again] }).stop,
    ).toBe(100_00)
  })
})

describe('the limits of the whole', () => {
  it('are not judged before every leg was opened: what is bought first is no straddle, and its own levels hold', () => {
    const position = straddle({ stop: rupees(650), target: rupees(650) }, { stop: percent(25) })
    const begun = { ...position, legs: position.legs.slice(0, 1) }
    expect(wholeOf(begun, 70, 90)).toBeNull()
    expect(wholeOf(begun, 124, 90)).toBeNull()
    expect(exitsOf(begun, 125, 90)).toEqual(['CE STOP'])
    expect(wholeOf(position, 70, 90)).toBe('COMBINED_TARGET')
  })

  it('close everything at a loss or a profit in rupees, for each lot', () => {
    const position = straddle({ stop: rupees(1_300), target: rupees(2_600) })
    expect(wholeOf(position, 110, 99.95)).toBeNull()
    expect(wholeOf(position, 110, 100)).toBe('COMBINED_STOP')
    expect(wholeOf(position, 70, 80)).toBe('COMBINED_TARGET')
    expect(wholeOf({ ...position, lots: 2 }, 110, 100)).toBeNull()
  })

  it('in per cent are of the net premium: what was sold less what was bought', () => {
    const position = straddle({ stop: percent(10), target: percent(50) })
    expect(wholeOf(position, 109, 99.95)).toBeNull()
    expect(wholeOf(position, 109, 100)).toBe('COMBINED_STOP')
    expect(wholeOf(position, 50, 45)).toBe('COMBINED_TARGET')
  })

  it('come before those of a leg', () => {
    expect(wholeOf(straddle({ stop: rupees(1_000) }, { stop: percent(25) }), 126, 90)).toBe('COMBINED_STOP')
  })

  it('are not judged while a leg has no price, but those of the legs are', () => {
    const position = straddle({ stop: rupees(100) }, { stop: percent(25) })
    const watched = watchPosition(position, pricesOf([CALL, 130]))
    expect(watched).toMatchObject({ kind: 'legs', exits: [{ reason: 'STOP' }], kept: null })
  })

  it('take a locked profit when the position falls back to it, and the lock rises with the profit', () => {
    const position = straddle({ lock: { at: paise(1_000_00), keep: paise(300_00), trail: { every: paise(500_00), by: paise(250_00) } } })
    expect(legsOf(position, 86, 90).kept).toBeNull()
    // ₹1,300 ahead: locked.
    expect(legsOf(position, 80, 90).kept).toBe(300_00)
    // ₹2,080: two steps of ₹500 beyond ₹1,000.
    const locked = { ...position, kept: legsOf(position, 68, 90).kept }
    expect(locked.kept).toBe(800_00)
    expect(legsOf(locked, 80, 90).kept).toBe(800_00)
    expect(wholeOf(locked, 88, 90)).toBe('PROFIT_LOCK')
  })

  it('keep what is locked at least as high as before, whatever prices come', () => {
    const position = straddle({ lock: { at: paise(500_00), keep: paise(100_00), trail: { every: paise(100_00), by: paise(60_00) } } })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 150 }), fc.integer({ min: 1, max: 150 })), { maxLength: 20 }), (path) => {
        let held = position
        for (const [call, put] of path) {
          const watched = watchPosition(held, at(call, put))
          const gross = grossOf(held, at(call, put))!
          if (watched.kind === 'whole') {
            expect(gross).toBeLessThanOrEqual(held.kept!)
            return
          }
          expect(watched.kept ?? -Infinity).toBeGreaterThanOrEqual(held.kept ?? -Infinity)
          if (watched.kept !== null) expect(watched.kept).toBeLessThan(Math.max(gross, held.kept ?? 0) + 1)
          held = { ...held, kept: watched.kept }
        }
      }),
    )
  })
})

describe('a leg that may be opened again', () => {
  const rule = { stop: percent(25), reentries: 1 }
  const stopped = () => {
    const position = straddle({}, rule)
    return { ...position, legs: [closedLeg(position.legs[0]!, 125, 'STOP'), position.legs[1]!] }
  }

  it('is, when its premium is back where it was opened, as often as the rule says', () => {
    expect(legsOf(stopped(), 100.05, 80).reentries).toEqual([])
    expect(legsOf(stopped(), 100, 80).reentries).toEqual([0])
    const again = { ...stopped(), legs: [...stopped().legs, heldLeg(0, CALL, 100)] }
    expect(legsOf(again, 100, 80).reentries).toEqual([])
    const twice = { ...again, legs: [...stopped().legs, closedLeg(heldLeg(0, CALL, 100), 125, 'STOP')] }
    expect(waitingRules(twice)).toEqual([])
  })

  it('is not when its target or the whole closed it', () => {
    const position = straddle({}, { ...rule, target: percent(50) })
    expect(waitingRules({ ...position, legs: [closedLeg(position.legs[0]!, 50, 'TARGET'), position.legs[1]!] })).toEqual([])
    expect(waitingRules({ ...position, legs: position.legs.map((leg) => closedLeg(leg, 80, 'WHOLE')) })).toEqual([])
  })
})
