import { describe, expect, it } from 'vitest'
import type { PositionSource } from '../../schema/rules/PositionSource.ts'
import { paise, type Paise } from '../../schema/money.ts'
import { runBacktest } from '../backtest/run/runBacktest.ts'
import type { OrderSide } from '../../schema/trading/OrderSide.ts'
import { nameOf, planOf, playInBacktest, playLive, type Play } from './testing/oneTape.ts'
import type { OptionType } from '../../schema/market/OptionType.ts'
import { tapeOf, type Tape } from './testing/tape.ts'

// By market-rules.md §7, rates of July 2026. Of each order: ₹20 of brokerage; 0.03553% of its value for the exchange, 0.0001% for SEBI;
// 18% GST on these three; of a purchase 0.003% stamp duty; of a sale 0.15% STT in whole rupees. A leg's two orders are added unrounded.
// Fills are at the quotes, with no spread. A lot is 65 units.

const settings = { windowStart: 9 * 60 + 20, windowEnd: 11 * 60 + 30, risk: paise(1_00_00_000_00) }
const leg = (side: OrderSide, option: OptionType, strike: string, stop?: string) =>
  ({ ...{ side, option, strike, expiry: 'this week', lots: 1 }, ...(stop !== undefined && { stop }) }) as PositionSource['legs'][number]
const playOf = (position: PositionSource): Play => ({ rules: { interval: '1min', enter: '09:20', position }, settings, depth: true })

const STRADDLE = playOf({ legs: [leg('SELL', 'CE', 'ATM', '25%'), leg('SELL', 'PE', 'ATM', '25%')], stopsToCost: true })
const straddleTape = () =>
  tapeOf({
    index: [['09:15', 24_000]],
    options: {
      '24000CE': [
        ['09:15', 110],
        ['10:00', 140],
      ],
      '24000PE': [
        ['09:15', 100],
        ['10:00', 80],
      ],
    },
    until: '11:40',
  })

const CONDOR = playOf({
  legs: [leg('SELL', 'CE', 'ATM+4'), leg('SELL', 'PE', 'ATM-4'), leg('BUY', 'CE', 'ATM+14'), leg('BUY', 'PE', 'ATM-14')],
  stop: '60%',
})
const condorTape = () =>
  tapeOf({
    index: [['09:15', 24_000]],
    options: {
      '24000CE': [['09:15', 110]],
      '24000PE': [['09:15', 100]],
      '24200CE': [
        ['09:15', 60],
        ['09:40', 40],
      ],
      '23800PE': [
        ['09:15', 55],
        ['10:00', 70],
      ],
      '24700CE': [
        ['09:15', 12],
        ['10:20', 8],
      ],
      '23300PE': [
        ['09:15', 10],
        ['10:40', 14],
      ],
    },
    until: '11:40',
  })

const SPREAD = playOf({ legs: [leg('BUY', 'CE', 'ATM'), leg('SELL', 'CE', 'ATM+4')], stop: '40%', target: '60%' })
const spreadTape = () =>
  tapeOf({
    index: [['09:15', 24_000]],
    options: {
      '24000CE': [
        ['09:15', 120],
        ['10:00', 165],
      ],
      '24000PE': [['09:15', 110]],
      '24200CE': [
        ['09:15', 45],
        ['09:40', 40],
      ],
    },
    until: '11:40',
  })

/** The only trade of a tape, both ways the same: gross, charges and net in paise, of the whole and by leg. */
async function outcomes(tape: Tape, play: Play) {
  const live = await playLive(tape, play)
  expect(live).toEqual(playInBacktest(tape, play))
  const [trade] = live
  if (!trade || live.length > 1) throw new Error(`${live.length} trades`)
  const { gross, charges, net, legs } = trade
  return {
    whole: [gross, charges, net],
    legs: Object.fromEntries(legs.map((each) => [nameOf(each.option), [each.gross, each.charges, each.net]])),
  }
}

/** What an account needs to open a position, by a backtest without funds. */
function neededFor({ market }: Tape, play: Play): Paise {
  const { denials } = runBacktest(planOf({ ...play, funds: paise(1) }), market)
  const [denied] = denials
  if (denied?.denial.reason !== 'MARGIN_SHORT') throw new Error(JSON.stringify(denials))
  return paise(denied.denial.numbers.needed)
}

describe('worked out by hand, of a short straddle', { timeout: 30_000 }, () => {
  // The call is sold at 110: 7,150. 20 + 2.540395 + 0.00715 = 22.547545, GST 4.0585581, STT 10.725 → 11: 37.6061031.
  //   Its stop is 137.50, it is bought back at 140: 9,100. 20 + 3.23323 + 0.0091 = 23.24233, GST 4.1836194, stamp 0.273: 27.6989494.
  //   65.3050525 in all. Gross −30 × 65 = −1,950; net −2,015.31.
  // The put is sold at 100: 6,500. 20 + 2.30945 + 0.0065 = 22.31595, GST 4.016871, STT 9.75 → 10: 36.332821.
  //   Its stop moves to 100; the window's end buys it back at 80: 5,200. 20 + 1.84756 + 0.0052 = 21.85276, GST 3.9334968, stamp 0.156:
  //   25.9422568. 62.2750778 in all. Gross 20 × 65 = 1,300; net 1,237.72.
  it('charges and outcome are what both ways book', async () =>
    expect(await outcomes(straddleTape(), STRADDLE)).toEqual({
      whole: [-650_00, 127_59, -777_59],
      legs: { '24000CE': [-1_950_00, 65_31, -2_015_31], '24000PE': [1_300_00, 62_28, 1_237_72] },
    }))

  // By §8: the index 9.3% higher is 26,232. 30 h 10 min before its expiry, at 6%, the call is then worth 26,232 − 0.9997934 × 24,000 =
  // 2,236.958 and the put nothing: 2,236.958 − 210 = 2,026.958 a unit, 1,31,752.27 a lot. Exposure is 2% of 24,000 × 65 for each sold leg,
  // 62,400; the charges of the two sales are 37.61 and 36.33. 1,94,226.21 in all.
  it('margin and charges are what both ways set aside, to the paisa alike', async () => {
    const needed = neededFor(straddleTape(), STRADDLE)
    expect(Math.abs(needed - 1_94_226_21)).toBeLessThan(1_00)
    for (const [funds, trades] of [
      [needed, 1],
      [paise(needed - 1), 0],
    ] as const) {
      expect(playInBacktest(straddleTape(), { ...STRADDLE, funds })).toHaveLength(trades)
      expect(await playLive(straddleTape(), { ...STRADDLE, funds })).toHaveLength(trades)
    }
  })
})

describe('worked out by hand, of an iron condor', { timeout: 30_000 }, () => {
  // Sold 24200CE at 60: 3,900. 20 + 1.38567 + 0.0039 = 21.38957, GST 3.8501226, STT 5.85 → 6: 31.2396926.
  //   Back at 40: 2,600. 20 + 0.92378 + 0.0026 = 20.92638, GST 3.7667484, stamp 0.078: 24.7711284. 56.010821; gross 1,300.
  // Sold 23800PE at 55: 3,575. 20 + 1.2701975 + 0.003575 = 21.2737725, GST 3.82927905, STT 5.3625 → 5: 30.10305155.
  //   Back at 70: 4,550. 20 + 1.616615 + 0.00455 = 21.621165, GST 3.8918097, stamp 0.1365: 25.6494747. 55.75252625; gross −975.
  // Bought 24700CE at 12: 780. 20 + 0.277134 + 0.00078 = 20.277914, GST 3.65002452, stamp 0.0234: 23.95133852.
  //   Sold at 8: 520. 20 + 0.184756 + 0.00052 = 20.185276, GST 3.63334968, STT 0.78 → 1: 24.81862568. 48.7699642; gross −260.
  // Bought 23300PE at 10: 650. 20 + 0.230945 + 0.00065 = 20.231595, GST 3.6416871, stamp 0.0195: 23.8927821.
  //   Sold at 14: 910. 20 + 0.323323 + 0.00091 = 20.324233, GST 3.65836194, STT 1.365 → 1: 24.98259494. 48.87537704; gross 260.
  it('charges and outcome are what both ways book', async () =>
    expect(await outcomes(condorTape(), CONDOR)).toEqual({
      whole: [325_00, 209_41, 115_59],
      legs: {
        '24200CE': [1_300_00, 56_01, 1_243_99],
        '23800PE': [-975_00, 55_75, -1_030_75],
        '24700CE': [-260_00, 48_77, -308_77],
        '23300PE': [260_00, 48_88, 211_12],
      },
    }))

  // By §8: with the index at 26,232 the calls differ by 500 × 0.9997934 = 499.897; less 115 − 22 = 93 it is 406.897 a unit, 26,448.28.
  // Exposure, which no hedge lowers, 62,400. Charges of the sales 31.24 and 30.10. A purchase sets 5% more than its premium aside: at
  // 12.60, 819, it costs 39 and 20 + 0.2909907 + 0.000819 = 20.2918097, GST 3.652525746, stamp 0.02457, 23.97 in all; at 10.50, 682.50,
  // it costs 32.50 and 20 + 0.24249225 + 0.0006825 = 20.24317475, GST 3.643771455, stamp 0.020475, 23.91. 89,029.00 in all.
  it('margin and charges are what both ways set aside, to the paisa alike', async () => {
    const needed = neededFor(condorTape(), CONDOR)
    expect(Math.abs(needed - 89_029_00)).toBeLessThan(1_00)
    for (const [funds, trades] of [
      [needed, 1],
      [paise(needed - 1), 0],
    ] as const) {
      expect(playInBacktest(condorTape(), { ...CONDOR, funds })).toHaveLength(trades)
      expect(await playLive(condorTape(), { ...CONDOR, funds })).toHaveLength(trades)
    }
  })
})

describe('worked out by hand, of a bull call spread', { timeout: 30_000 }, () => {
  // Bought 24000CE at 120: 7,800. 20 + 2.77134 + 0.0078 = 22.77914, GST 4.1002452, stamp 0.234: 27.1133852.
  //   Sold at 165: 10,725. 20 + 3.8105925 + 0.010725 = 23.8213175, GST 4.28783715, STT 16.0875 → 16: 44.10915465. 71.22253985; gross 2,925.
  // Sold 24200CE at 45: 2,925. 20 + 1.0392525 + 0.002925 = 21.0421775, GST 3.78759195, STT 4.3875 → 4: 28.82976945.
  //   Back at 40: 2,600. 20 + 0.92378 + 0.0026 = 20.92638, GST 3.7667484, stamp 0.078: 24.7711284. 53.60089785; gross 325.
  // It pays 75 a unit, and 60% is 45: with 45 and 5 gained it is at its target.
  it('charges and outcome are what both ways book', async () =>
    expect(await outcomes(spreadTape(), SPREAD)).toEqual({
      whole: [3_250_00, 124_82, 3_125_18],
      legs: { '24000CE': [2_925_00, 71_22, 2_853_78], '24200CE': [325_00, 53_60, 271_40] },
    }))

  // By §8: with the index 9.3% lower both calls are worth nothing: 75 a unit, 4,875, which is the premium paid on balance too. Exposure on
  // the sold leg 2% of 24,000 × 65, 31,200. Charges of the sale 28.83. The purchase sets 5% more aside: at 126, 8,190, it costs 390 and
  // 20 + 2.909907 + 0.00819 = 22.918097, GST 4.12525746, stamp 0.2457, 27.29 in all. 36,521.12 in all.
  it('margin and charges are what both ways set aside, to the paisa alike', async () => {
    const needed = neededFor(spreadTape(), SPREAD)
    expect(Math.abs(needed - 36_521_12)).toBeLessThan(1_00)
    for (const [funds, trades] of [
      [needed, 1],
      [paise(needed - 1), 0],
    ] as const) {
      expect(playInBacktest(spreadTape(), { ...SPREAD, funds })).toHaveLength(trades)
      expect(await playLive(spreadTape(), { ...SPREAD, funds })).toHaveLength(trades)
    }
  })
})
