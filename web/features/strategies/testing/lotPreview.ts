import type { LotEntry, LotPreview } from '../lotTexts.ts'

const BOUGHT: LotEntry = {
  ...{ side: 'LONG', basis: 'LAST_PRICES', pricedAt: '2026-11-18T04:31:00.000Z' },
  ...{ netPremium: 9_750, margin: null, funds: 10_072.4, lossAtStops: 1_950, worstLoss: 9_750, payoff: [], breakEvens: [] },
  legs: [{ side: 'BUY', optionType: 'CE', strike: 24_000, expiry: '2026-11-24', units: 65, premium: 150, stop: 120, target: 210 }],
}

/** What one lot of a strategy that buys a call or a put takes. For tests only. */
export function lotPreview(changes: Partial<LotPreview> = {}): LotPreview {
  return {
    ...{ strategyId: 's1', instrument: 'NIFTY', marketOpen: true, indexPrice: 24_010, unknown: null },
    entries: [
      BOUGHT,
      {
        ...BOUGHT,
        ...{ side: 'SHORT', pricedAt: '2026-11-18T04:29:00.000Z', netPremium: 7_800, funds: 8_061, lossAtStops: 1_560, worstLoss: 7_800 },
        legs: [{ ...BOUGHT.legs[0]!, optionType: 'PE', premium: 120, stop: 96, target: 168 }],
      },
    ],
    ...changes,
  }
}

/** What one lot of a sold straddle takes. For tests only. */
export function straddlePreview(changes: Partial<LotEntry> = {}): LotPreview {
  const leg = { side: 'SELL', strike: 24_000, expiry: '2026-11-24', units: 65, target: null } as const
  return lotPreview({
    entries: [
      {
        ...{ side: null, basis: 'LAST_PRICES', pricedAt: '2026-11-18T04:31:00.000Z', netPremium: -17_550 },
        ...{ margin: 1_62_345.6, funds: 1_62_420, lossAtStops: 8_775, worstLoss: null },
        legs: [
          { ...leg, optionType: 'CE', premium: 150, stop: 187.5 },
          { ...leg, optionType: 'PE', premium: 120, stop: 150 },
        ],
        payoff: [
          { indexPrice: 23_290, gross: -28_600 },
          { indexPrice: 24_000, gross: 17_550 },
          { indexPrice: 24_730, gross: -29_900 },
        ],
        breakEvens: [23_730, 24_270],
        ...changes,
      },
    ],
  })
}
