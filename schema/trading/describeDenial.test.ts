import { expect, it } from 'vitest'
import { istInstant } from '../time.ts'
import { DENIAL_REASONS, type Denial, type DenialReason } from './denials.ts'
import { describeDenial } from './describeDenial.ts'
import { parseDenial } from './parseDenial.ts'

const at = (hour: number, minute: number) => istInstant('2026-07-01', hour * 60 + minute)

const SENTENCES: Readonly<Record<DenialReason, readonly (readonly [Denial, string])[]>> = {
  MODE_NOT_AVAILABLE: [[{ reason: 'MODE_NOT_AVAILABLE', numbers: {} }, 'Skipped: live trading is not available.']],
  LIVE_GATES: [
    [
      { reason: 'LIVE_GATES', numbers: { gates: ['BROKER', 'TWO_FACTOR'] } },
      'Skipped: live trading is off: your broker is not connected for today; two-factor sign-in is off.',
    ],
    [
      { reason: 'LIVE_GATES', numbers: { gates: ['EMAIL', 'AGENT_PROOF'] } },
      'Skipped: live trading is off: your e-mail address is not confirmed; the gate for your lookback is closed: nothing is proven yet.',
    ],
  ],
  KILL_SWITCH: [
    [{ reason: 'KILL_SWITCH', numbers: { scope: 'USER' } }, 'Skipped: your trading is stopped (kill switch).'],
    [{ reason: 'KILL_SWITCH', numbers: { scope: 'STRATEGY' } }, 'Skipped: this strategy is stopped (kill switch).'],
    [{ reason: 'KILL_SWITCH', numbers: { scope: 'GLOBAL' } }, 'Skipped: all trading is stopped (kill switch).'],
  ],
  OUTSIDE_WINDOW: [
    [
      { reason: 'OUTSIDE_WINDOW', numbers: { minuteOfDay: 910, windowStart: 560, windowEnd: 910 } },
      'Skipped: 15:10 is at or after the end of the window 09:20 to 15:10.',
    ],
    [
      { reason: 'OUTSIDE_WINDOW', numbers: { minuteOfDay: 559, windowStart: 560, windowEnd: 910 } },
      'Skipped: 09:19 is before the start of the window 09:20 to 15:10.',
    ],
  ],
  CALENDAR_UNKNOWN: [
    [
      { reason: 'CALENDAR_UNKNOWN', numbers: { now: istInstant('2027-01-01', 600) } },
      'Skipped: the holidays of 2027 are not entered yet, so no trade is opened; open trades run on. An admin enters them in the market rules (Admin, Market).',
    ],
  ],
  SESSION_CLOSING: [
    [
      { reason: 'SESSION_CLOSING', numbers: { now: at(15, 12), lastEntryAt: at(15, 10) } },
      'Skipped: 15:12 is too close to the end of the session; entries end at 15:10.',
    ],
  ],
  MAX_TRADES_REACHED: [[{ reason: 'MAX_TRADES_REACHED', numbers: { tradesToday: 5, maxTrades: 5 } }, 'Skipped: 5 of 5 trades used today.']],
  ALREADY_IN_TRADE: [
    [{ reason: 'ALREADY_IN_TRADE', numbers: { openTrades: 1 } }, 'Skipped: 1 trade of this strategy in this direction already open.'],
    [{ reason: 'ALREADY_IN_TRADE', numbers: { openTrades: 2 } }, 'Skipped: 2 trades of this strategy in this direction already open.'],
  ],
  CANDLE_LATE: [
    [
      { reason: 'CANDLE_LATE', numbers: { ageMs: 183_000, limitMs: 120_000 } },
      'Skipped: the signal came 183 s after its candle closed; the limit is 120 s.',
    ],
  ],
  FEED_STALE: [
    [{ reason: 'FEED_STALE', numbers: { ageMs: null, limitMs: 5_000 } }, 'Skipped: no index price yet.'],
    [{ reason: 'FEED_STALE', numbers: { ageMs: 7_249, limitMs: 5_000 } }, 'Skipped: the last index price is 7.2 s old; the limit is 5 s.'],
  ],
  GATEWAY_NEWER: [
    [
      { reason: 'GATEWAY_NEWER', numbers: { gateway: '0.2.0', engine: '0.1.0' } },
      'Skipped: the trading engine (version 0.1.0) is older than the web (version 0.2.0) and may not know a limit that was set there.',
    ],
  ],
  CLOCK_STEPPED: [
    [
      { reason: 'CLOCK_STEPPED', numbers: { agoMs: 3_500, quietMs: 10_000 } },
      'Skipped: the server clock was set 3.5 s ago; entries wait 10 s after that.',
    ],
  ],
  NO_CONTRACT: [
    [
      { reason: 'NO_CONTRACT', numbers: { indexPrice: 24_510_05, listedContracts: 0 } },
      'Skipped: no option listed near ₹24,510.05 (of 0 contracts).',
    ],
  ],
  NO_QUOTE: [[{ reason: 'NO_QUOTE', numbers: { strike: 24_500_00 } }, 'Skipped: no price yet for the option at strike ₹24,500.']],
  FREEZE_EXCEEDED: [
    [
      { reason: 'FREEZE_EXCEEDED', numbers: { quantity: 1_820, freeze: 1_800 } },
      "Skipped: 1820 units exceed the exchange's limit of 1800 per order.",
    ],
  ],
  RISK_TOO_SMALL: [
    [
      { reason: 'RISK_TOO_SMALL', numbers: { risk: 100_00, needed: 260_00 } },
      'Skipped: a risk per trade of ₹100 is too small; one lot risks ₹260 at its stop.',
    ],
  ],
  ORDER_RATE: [
    [
      { reason: 'ORDER_RATE', numbers: { entries: 100, limit: 100, period: 'MINUTE' } },
      'Skipped: 100 entries in your account within a minute; the limit is 100.',
    ],
    [
      { reason: 'ORDER_RATE', numbers: { entries: 1_000, limit: 1_000, period: 'DAY' } },
      'Skipped: 1000 entries in your account today; the limit is 1000.',
    ],
  ],
  MAX_OPEN_TRADES_REACHED: [
    [{ reason: 'MAX_OPEN_TRADES_REACHED', numbers: { openTrades: 5, maxOpenTrades: 5 } }, 'Skipped: 5 of 5 trades open in your account.'],
  ],
  DAILY_LOSS_REACHED: [
    [
      { reason: 'DAILY_LOSS_REACHED', numbers: { loss: 10_250_50, maxDailyLoss: 10_000_00 } },
      'Skipped: ₹10,250.50 lost today; the limit is ₹10,000.',
    ],
  ],
  FUNDS_SHORT: [
    [
      { reason: 'FUNDS_SHORT', numbers: { needed: 1_36_797_50, available: 9_999_99 } },
      'Skipped: ₹1,36,797.50 needed, ₹9,999.99 available in your account.',
    ],
  ],
  FEED_FULL: [
    [
      { reason: 'FEED_FULL', numbers: { leg: null, strike: 24_500_00, wanted: 3_204, places: 3_000 } },
      'Skipped: no price for the option at strike ₹24,500: 3204 prices are needed and the broker’s feed carries 3000.',
    ],
    [
      { reason: 'FEED_FULL', numbers: { leg: 1, strike: 24_500_00, wanted: 1_204, places: 1_000 } },
      'Skipped: no price for leg 2, the option at strike ₹24,500: 1204 prices are needed and the broker’s feed carries 1000.',
    ],
  ],
  LEG_NOT_LISTED: [
    [
      { reason: 'LEG_NOT_LISTED', numbers: { leg: 2, indexPrice: 24_510_05, listedContracts: 1 } },
      'Skipped: no option listed for leg 3 near ₹24,510.05 (of 1 contract).',
    ],
  ],
  LEG_WITHOUT_QUOTE: [
    [
      { reason: 'LEG_WITHOUT_QUOTE', numbers: { leg: 0, strike: 24_500_00, ageMs: null, limitMs: 5_000 } },
      'Skipped: no price yet for leg 1, the option at strike ₹24,500.',
    ],
    [
      { reason: 'LEG_WITHOUT_QUOTE', numbers: { leg: 1, strike: 24_500_00, ageMs: 7_240, limitMs: 5_000 } },
      'Skipped: the last price of leg 2, the option at strike ₹24,500, is 7.2 s old; the limit is 5 s.',
    ],
    [
      { reason: 'LEG_WITHOUT_QUOTE', numbers: { leg: 1, strike: null, ageMs: null, limitMs: 5_000 } },
      'Skipped: no prices yet to choose the strike of leg 2.',
    ],
  ],
  LEG_OUT_OF_REACH: [
    [
      {
        reason: 'LEG_OUT_OF_REACH',
        numbers: { leg: 0, by: 'PREMIUM', wanted: 5_00, found: 12_35, strike: 26_000_00, strikes: 40 },
      },
      'Skipped: no strike within 40 of the money has the premium of ₹5 that leg 1 asks for; the nearest, ₹26,000, has ₹12.35.',
    ],
    [
      {
        reason: 'LEG_OUT_OF_REACH',
        numbers: { leg: 1, by: 'DELTA', wanted: 0.05, found: 0.0712, strike: 26_000_00, strikes: 40 },
      },
      'Skipped: no strike within 40 of the money has the delta of 0.05 that leg 2 asks for; the nearest, ₹26,000, has 0.07.',
    ],
  ],
  LEGS_COINCIDE: [
    [
      { reason: 'LEGS_COINCIDE', numbers: { leg: 0, other: 2, strike: 24_800_00 } },
      'Skipped: leg 1 and leg 3 would be the same option at strike ₹24,800.',
    ],
  ],
  MARGIN_SHORT: [
    [
      { reason: 'MARGIN_SHORT', numbers: { needed: 1_36_797_50, available: 99_999_99 } },
      'Skipped: about ₹1,36,797.50 needed for margin and charges, ₹99,999.99 available in your account.',
    ],
  ],
  AGENT_DRAWDOWN: [
    [
      { reason: 'AGENT_DRAWDOWN', numbers: { loss: 5_120_50, limit: 5_000_00 } },
      'Skipped: the agent has lost ₹5,120.50 today; at ₹5,000 it stops for the day.',
    ],
  ],
  AGENT_HALTED: [
    [
      { reason: 'AGENT_HALTED', numbers: { loss: 10_002_00, limit: 10_000_00 } },
      'Skipped: the agent has lost ₹10,002; at ₹10,000 it halts until you release it.',
    ],
  ],
  CAPITAL_SHORT: [
    [
      { reason: 'CAPITAL_SHORT', numbers: { needed: 10_530_40, capital: 10_000_00 } },
      "Skipped: one lot costs ₹10,530.40 with charges, more than the agent's capital of ₹10,000.",
    ],
  ],
  AGENT_BARRED: [
    [{ reason: 'AGENT_BARRED', numbers: { bar: 'HALTED' } }, 'Skipped: the agent was halted since it proposed this.'],
    [
      { reason: 'AGENT_BARRED', numbers: { bar: 'MODE' } },
      'Skipped: you have switched the agent between paper and live since it proposed this.',
    ],
  ],
  PROPOSAL_LATE: [
    [
      { reason: 'PROPOSAL_LATE', numbers: { ageMs: 131_000, limitMs: 125_000 } },
      'Skipped: you approved it 131 s after it was proposed; the limit is 125 s.',
    ],
  ],
  PRICE_MOVED: [
    [
      { reason: 'PRICE_MOVED', numbers: { proposed: 120_00, premium: 131_00, limitPercent: 5 } },
      'Skipped: the premium is ₹131 now, more than 5% away from the proposed ₹120.',
    ],
  ],
  UNANSWERED: [
    [
      { reason: 'UNANSWERED', numbers: { waitedMs: 120_000 } },
      'Skipped: it was the first live order of this strategy, and you did not approve it within 120 s.',
    ],
  ],
  OPPOSITE_HELD: [
    [
      { reason: 'OPPOSITE_HELD', numbers: { option: 'NIFTY24NOV2624500CE', held: 'SELL', ours: 65, byHand: 0 } },
      'Skipped: your account has sold NIFTY 24,500 CE, 24 Nov (units: 65 in another trade), and this would buy it back.',
    ],
    [
      { reason: 'OPPOSITE_HELD', numbers: { option: 'NIFTY24NOV2624500CE', held: 'BUY', ours: 130, byHand: 65 } },
      'Skipped: your account holds NIFTY 24,500 CE, 24 Nov (units: 130 in another trade and 65 in no trade), and this would sell it.',
    ],
  ],
  OTHER_OPTIONS: [
    [{ reason: 'OTHER_OPTIONS', numbers: {} }, 'Skipped: the rules would now open different options from those you approved.'],
  ],
}

it.each(DENIAL_REASONS)('%s reads as a sentence with its numbers, and is read back as it was stored', (reason) => {
  const sentences = SENTENCES[reason]
  expect(sentences.length).toBeGreaterThan(0)
  for (const [denial, sentence] of sentences) {
    expect(denial.reason).toBe(reason)
    expect(describeDenial(denial)).toBe(sentence)
    expect(parseDenial(JSON.parse(JSON.stringify(denial)))).toEqual(denial)
  }
})

it.each([
  { reason: 'BAD_MOOD', numbers: {} },
  { reason: 'FEED_STALE', numbers: { ageMs: 'old', limitMs: 5_000 } },
  { reason: 'MAX_TRADES_REACHED', numbers: { tradesToday: 5 } },
])('what is no denial is not read: %j', (row) => {
  expect(() => parseDenial(row)).toThrow()
})
