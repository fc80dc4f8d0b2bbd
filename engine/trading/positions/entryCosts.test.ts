import { describe, expect, it } from 'vitest'
import { totalCharges, type ChargedLeg } from '../../../schema/market/charges.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import { contractOf } from '../testing/contracts.ts'
import { entryCosts } from './entryCosts.ts'
import { legRule } from '../testing/positions.ts'

const DAY = '2026-07-13'
const NIFTY = contractOf('NIFTY', 24_000, 'CE')
const SENSEX = contractOf('SENSEX', 80_000, 'CE', '2026-07-16', 20)

/** What a leg costs beside its premium; the premium in rupees. */
function costs(side: OrderSide, premium: number, quantity = 65, contract = NIFTY): number {
  return entryCosts({ rule: legRule({ side }), contract, quantity, premium: paise(premium * 100) }, DAY, SHIPPED_MARKET_RULES)
}
/** The bill of one order by its price in rupees and its units. */
const order = (side: ChargedLeg['side'], price: number, units: number, exchange: ChargedLeg['exchange'] = 'NFO') =>
  SHIPPED_MARKET_RULES.chargesFor({ side, exchange, value: paise(Math.round(price * 100 * units)), date: DAY })

// All by hand from market-rules.md §7: brokerage Rs 20, NSE 0.03553%, BSE 0.0325%, SEBI 0.0001%, GST 18% of these three,
// stamp 0.003% of a purchase, STT 0.15% of a sale in whole rupees.
describe('the costs of an entry', () => {
  // 6,500: 20 + 2.30945 + 0.0065, GST 4.016871, STT 9.75 → 10: 36.332821.
  // 5,850: 20 + 2.078505 + 0.00585, GST 3.9751839, STT 8.775 → 9: 35.0595389.
  it('of a straddle sold at ₹100 and ₹90 are the charges of two sales', () => {
    expect(costs('SELL', 100)).toBe(36_33)
    expect(costs('SELL', 90)).toBe(35_06)
    expect(totalCharges(order('SELL', 100, 65), order('SELL', 90, 65))).toBe(71_39)
  })

  // Sold at 60 (3,900): 20 + 1.38567 + 0.0039, GST 3.8501226, STT 5.85 → 6: 31.2396926.
  // Sold at 55 (3,575): 20 + 1.2701975 + 0.003575, GST 3.82927905, STT 5.3625 → 5: 30.10305155.
  // Bought at 12 and 5% (819): 20 + 0.2909907 + 0.000819, GST 3.652525746, stamp 0.02457: 23.968905446; and 39 of the 5%.
  // Bought at 10 and 5% (682.50): 20 + 0.24249225 + 0.0006825, GST 3.643771455, stamp 0.020475: 23.907421205; and 32.50.
  it('of an iron condor are the charges of four orders, and 5% of the premiums that are paid', () => {
    expect(costs('SELL', 60)).toBe(31_24)
    expect(costs('SELL', 55)).toBe(30_10)
    expect(costs('BUY', 12)).toBe(39_00 + 23_97)
    expect(costs('BUY', 10)).toBe(32_50 + 23_91)
  })

  // Entry: the sales as above; bought at 12 (780): 20 + 0.277134 + 0.00078, GST 3.65002452, stamp 0.0234: 23.95133852;
  // at 10 (650): 20 + 0.230945 + 0.00065, GST 3.6416871, stamp 0.0195: 23.8927821. Together 109.18686477.
  // Exit: bought back at 40 (2,600): 20 + 0.92378 + 0.0026, GST 3.7667484, stamp 0.078: 24.7711284;
  // at 30 (1,950): 20 + 0.692835 + 0.00195, GST 3.7250613, stamp 0.0585: 24.4783463;
  // sold at 6 (390): 20 + 0.138567 + 0.00039, GST 3.62501226, STT 0.585 → 1: 24.76396926;
  // at 4 (260): 20 + 0.092378 + 0.00026, GST 3.61667484, STT 0.39 → 0: 23.70931284. Together 97.7227568.
  it('of an iron condor are a little more than those of its exit, which has the sides the other way round', () => {
    const entry = [order('BUY', 12, 65), order('BUY', 10, 65), order('SELL', 60, 65), order('SELL', 55, 65)]
    const exit = [order('BUY', 40, 65), order('BUY', 30, 65), order('SELL', 6, 65), order('SELL', 4, 65)]
    expect(totalCharges(...entry)).toBe(109_19)
    expect(totalCharges(...exit)).toBe(97_72)
    // 206.90962157: the round trip is rounded once.
    expect(totalCharges(...entry, ...exit)).toBe(206_91)
  })

  // Sold at 200 (4,000): 20 + 1.3 + 0.004, GST 3.83472, STT 6: 31.13872.
  // Bought at 50 and 5% (1,050): 20 + 0.34125 + 0.00105, GST 3.661614, stamp 0.0315: 24.035414; and 50 of the 5%.
  it("of SENSEX options are by the BSE's transaction charge", () => {
    expect(costs('SELL', 200, 20, SENSEX)).toBe(31_14)
    expect(costs('BUY', 50, 20, SENSEX)).toBe(50_00 + 24_04)
  })

  // 1,000 units, the freeze quantity, at 50 (50,000): 20 + 16.25 + 0.05, GST 6.534, STT 75: 117.834. Two of them; then 20 units (1,000):
  // 20 + 0.325 + 0.001, GST 3.65868, STT 1.5 → 2: 25.98468.
  it('of what is above the freeze quantity are those of several orders, each rounded and with a brokerage of its own', () => {
    expect(costs('SELL', 50, 2_020, SENSEX)).toBe(2 * 117_83 + 25_98)
    // NIFTY's 1,800 units hold 27 lots, 1,755 units: (87,750) 20 + 31.177575 + 0.08775, GST 9.2277585, STT 131.625 → 132: 192.4930835;
    // and one lot (3,250): 20 + 1.154725 + 0.00325, GST 3.8084355, STT 4.875 → 5: 29.9664105.
    expect(costs('SELL', 50, 28 * 65)).toBe(192_49 + 29_97)
  })
})
