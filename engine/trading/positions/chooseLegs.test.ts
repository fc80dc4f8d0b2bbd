import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant } from '../../../schema/time.ts'
import { contractOf } from '../testing/contracts.ts'
import type { OptionContract } from '../../broker/port.ts'
import { choicesFor } from './choicesFor.ts'
import { chooseLegs, type OptionChain } from './chooseLegs.ts'
import { closingOrder, openingOrder } from './orderOfLegs.ts'
import { legRule, positionRule } from '../testing/positions.ts'

// Tuesdays: a weekly expiry, the next, and the last of the month.
const [THIS, NEXT, MONTH] = ['2026-07-14', '2026-07-21', '2026-07-28']
const STRIKES = Array.from({ length: 21 }, (_, i) => 23_500 + i * 50)
const contracts = [THIS, NEXT, MONTH].flatMap((expiry) =>
  STRIKES.flatMap((strike) => (['CE', 'PE'] as const).map((type) => contractOf('NIFTY', strike, type, expiry))),
)
const now = istInstant('2026-07-13', 9 * 60 + 20)
const chainAt = (parts: Partial<OptionChain> = {}): OptionChain => ({
  contracts,
  indexPrice: paise(24_012_00),
  // ₹200 at the money, ₹15 less for each strike away from it.
  premiumOf: ({ strike }) => paise(Math.max(5, 200_00 - Math.abs(strike - 24_000_00) * 0.3)),
  ageOf: () => null,
  shortageOf: () => null,
  deltaOf: ({ strike, optionType }) =>
    (optionType === 'CE' ? 1 : -1) * (0.5 - ((optionType === 'CE' ? 1 : -1) * (strike - 24_000_00)) / 100_000),
  now,
  session: SHIPPED_MARKET_RULES.sessionHours('2026-07-13'),
  rules: SHIPPED_MARKET_RULES,
  ...parts,
})
const chosen = (legs: Parameters<typeof chooseLegs>[0], chain = chainAt(), lots = 1) => {
  const result = chooseLegs(legs, lots, chain)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value.map(({ contract }) => `${contract.strike / 100}${contract.optionType} ${contract.expiry}`)
}
const refused = (legs: Parameters<typeof chooseLegs>[0], chain = chainAt()) => {
  const result = chooseLegs(legs, 1, chain)
  return result.ok ? null : result.error
}

describe('the contracts of legs', () => {
  it('are strikes counted from the one nearest the index, the higher one of two', () => {
    expect(
      chosen([
        legRule(),
        legRule({ strike: { kind: 'ATM', strikes: 2 } }),
        legRule({ optionType: 'PE', strike: { kind: 'ATM', strikes: -3 } }),
      ]),
    ).toEqual([`24000CE ${THIS}`, `24100CE ${THIS}`, `23850PE ${THIS}`])
    expect(chosen([legRule()], chainAt({ indexPrice: paise(24_025_00) }))).toEqual([`24050CE ${THIS}`])
  })

  it('have the premium or the delta that is nearest to the one asked for', () => {
    expect(chosen([legRule({ strike: { kind: 'PREMIUM', premium: paise(140_00) } })])).toEqual([`24200CE ${THIS}`])
    expect(chosen([legRule({ optionType: 'PE', strike: { kind: 'DELTA', delta: 0.3 } })])).toEqual([`23800PE ${THIS}`])
  })

  it('expire in this week, the next, or with the month', () => {
    expect(chosen([legRule(), legRule({ expiry: 'next week' }), legRule({ expiry: 'month' })])).toEqual([
      `24000CE ${THIS}`,
      `24000CE ${NEXT}`,
      `24000CE ${MONTH}`,
    ])
  })

  it('skip an expiry in which entries have ended, or that is past', () => {
    const day = (date: string, minute: number) =>
      chainAt({ now: istInstant(date, minute), session: SHIPPED_MARKET_RULES.sessionHours(date) })
    expect(chosen([legRule()], day(THIS, 9 * 60 + 20))).toEqual([`24000CE ${THIS}`])
    expect(chosen([legRule()], day(THIS, 15 * 60 + 20))).toEqual([`24000CE ${NEXT}`])
    expect(chosen([legRule()], day('2026-07-15', 10 * 60))).toEqual([`24000CE ${NEXT}`])
  })

  it('are of as many units as lots ask for', () => {
    const result = chooseLegs([legRule({ lots: 2 })], 3, chainAt())
    expect(result.ok && result.value[0]?.quantity).toBe(2 * 3 * 65)
  })

  it('are refused when a strike or an expiry is not listed', () => {
    expect(refused([legRule(), legRule({ strike: { kind: 'ATM', strikes: 11 } })])).toEqual({
      ...{ reason: 'LEG_NOT_LISTED', leg: 1, indexPrice: 24_012_00, listedContracts: 21 },
    })
    const onlyThis = chainAt({ contracts: contracts.filter(({ expiry }) => expiry === THIS) })
    expect(refused([legRule({ expiry: 'next week' })], onlyThis)).toMatchObject({ reason: 'LEG_NOT_LISTED', leg: 0, listedContracts: 0 })
  })

  it('are refused when a leg has no quote', () => {
    expect(refused([legRule()], chainAt({ premiumOf: () => null, ageOf: () => 7_000 }))).toEqual({
      ...{ reason: 'LEG_WITHOUT_QUOTE', leg: 0, strike: 24_000_00, ageMs: 7_000 },
    })
    expect(refused([legRule({ strike: { kind: 'DELTA', delta: 0.3 } })], chainAt({ deltaOf: () => null }))).toMatchObject({ strike: null })
  })

  it('are refused with what the feed has to carry when it has no place for a leg without a price', () => {
    const shortage = { wanted: 1_204, places: 1_000 }
    expect(refused([legRule()], chainAt({ premiumOf: () => null, shortageOf: () => shortage }))).toEqual({
      ...{ reason: 'FEED_FULL', leg: 0, strike: 24_000_00, ...shortage },
    })
    expect(refused([legRule()], chainAt({ shortageOf: () => shortage }))).toBeNull()
  })

  it('are refused when all strikes within reach have less than is wanted, or all more: one beyond may be nearer', () => {
    // ₹200 to ₹50: 10 strikes away.
    const wanted = (premium: number) => [legRule({ strike: { kind: 'PREMIUM', premium: paise(premium * 100) } })]
    expect(chosen(wanted(50))).toEqual([`24500CE ${THIS}`])
    expect(refused(wanted(49))).toEqual({
      ...{ reason: 'LEG_OUT_OF_REACH', leg: 0, by: 'PREMIUM', wanted: 49_00, found: 50_00, strike: 24_500_00 },
    })
    expect(refused(wanted(201))).toMatchObject({ by: 'PREMIUM', wanted: 201_00, found: 200_00, strike: 24_000_00 })
    const deltas = [legRule(), legRule({ optionType: 'PE', strike: { kind: 'DELTA', delta: 0.9 } })]
    const shallow = chainAt({ deltaOf: ({ strike }) => -0.5 - (strike - 24_000_00) / 200_000 })
    expect(refused(deltas, shallow)).toMatchObject({ leg: 1, by: 'DELTA', wanted: 0.9, found: 0.75, strike: 24_500_00 })
  })

  it('are looked for among 40 strikes on each side of the money, and not beyond', () => {
    const wide = Array.from({ length: 101 }, (_, i) => contractOf('NIFTY', 21_500 + i * 50, 'CE', THIS))
    const rising = chainAt({ contracts: wide, premiumOf: ({ strike }) => paise(strike - 21_000_00) })
    const wanted = (strike: number) => [legRule({ strike: { kind: 'PREMIUM', premium: paise((strike - 21_000) * 100) } })]
    expect([chosen(wanted(22_000), rising), chosen(wanted(26_000), rising)]).toEqual([[`22000CE ${THIS}`], [`26000CE ${THIS}`]])
    expect(refused(wanted(21_950), rising)).toMatchObject({ reason: 'LEG_OUT_OF_REACH', strike: 22_000_00 })
    expect(refused(wanted(26_050), rising)).toMatchObject({ reason: 'LEG_OUT_OF_REACH', strike: 26_000_00 })
  })

  it('are among those whose quotes are watched, as far as legs are chosen by price', () => {
    const wide = Array.from({ length: 101 }, (_, i) => contractOf('NIFTY', 21_500 + i * 50, 'CE', THIS))
    const asked = new Set<OptionContract>()
    const legs = [legRule({ strike: { kind: 'PREMIUM', premium: paise(200_00) } })]
    const chain = chainAt({ contracts: wide, premiumOf: (contract) => (asked.add(contract), paise(200_00)) })
    chosen(legs, chain)
    expect(new Set(choicesFor([positionRule(legs)], chain))).toEqual(asked)
    expect(asked.size).toBe(81)
  })

  it('are refused when two legs come to be one contract', () => {
    expect(refused([legRule(), legRule({ side: 'BUY', strike: { kind: 'PREMIUM', premium: paise(200_00) } })])).toEqual({
      ...{ reason: 'LEGS_COINCIDE', leg: 1, other: 0, strike: 24_000_00 },
    })
  })
})

describe('the order of legs', () => {
  it('opens what is bought before what is sold, and closes what was sold before what was bought', () => {
    const legs = [legRule(), legRule({ side: 'BUY' }), legRule({ optionType: 'PE' })]
    expect(openingOrder(legs).map(({ side }) => side)).toEqual(['BUY', 'SELL', 'SELL'])
    expect(closingOrder(legs).map(({ side }) => side)).toEqual(['SELL', 'SELL', 'BUY'])
  })
})
