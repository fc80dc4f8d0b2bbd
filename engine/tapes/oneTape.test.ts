import { describe, expect, it } from 'vitest'
import type { PositionSource } from '../../schema/rules/PositionSource.ts'
import type { RuleSource } from '../../schema/rules/RuleSource.ts'
import { paise, toRupees } from '../../schema/money.ts'
import { playInBacktest, playLive, playOfTemplate, nameOf, withMinutesOfBacktest, type Play, type PlayedTrade } from './testing/oneTape.ts'
import { tapeOf, type Steps } from './testing/tape.ts'

/** Plays prices both ways, which must give the same result, and returns each leg in words: rupees and minutes of live trading. */
async function played(options: Readonly<Record<string, Steps>>, play: Play, index: Steps = STILL): Promise<readonly string[]> {
  const tape = tapeOf({ index, options, until: '11:40' })
  const live = await playLive(tape, play)
  expect(withMinutesOfBacktest(live)).toEqual(playInBacktest(tape, play))
  return live.flatMap(told)
}

function told({ legs }: PlayedTrade): string[] {
  return legs.map(({ side, option, entered, entryPrice, left, exitPrice, exitReason }) =>
    [side, nameOf(option), entered, toRupees(entryPrice), left, toRupees(exitPrice), exitReason].join(' '),
  )
}

const STILL: Steps = [['09:15', 24_000]]
/** It closes above 24,005 at half past nine: purchases are made at 09:31. */
const RISES: Steps = [
  ['09:15', 24_000],
  ['09:30', 24_010],
]
const UP: RuleSource = { interval: '1min', long: ['close', 'crosses above', 24_005] }
const SETTINGS = { windowStart: 9 * 60 + 20, windowEnd: 11 * 60 + 30, risk: paise(1_00_000_00) }
const still = (price: number): Steps => [['09:15', price]]
const then = (first: number, ...later: Steps): Steps => [['09:15', first], ...later]

// Of quotes without depth half a spread of 0.24%, in steps of five paise, is paid: at 100 a purchase costs 100.15 and a sale brings 99.85.
describe('over one tape of prices a backtest and the floor give the same legs, fills and P&L to the paisa:', { timeout: 30_000 }, () => {
  const single = (call: Steps, trailingStopPercent: number | null = null) =>
    played({ '24000CE': call }, { rules: UP, settings: { ...SETTINGS, trailingStopPercent } }, RISES)

  it('a bought option at its target, which is 130.20', async () =>
    expect(await single(then(100, ['10:00', 131]))).toEqual(['BUY 24000CE 09:31 100.15 10:00 130.85 TARGET']))

  it('a bought option at its stop, which is 80.10', async () =>
    expect(await single(then(100, ['10:00', 79]))).toEqual(['BUY 24000CE 09:31 100.15 10:00 78.9 STOP']))

  it('a bought option at a stop that has trailed to 108', async () =>
    expect(await single(then(100, ['09:50', 120], ['10:10', 107]), 10)).toEqual(['BUY 24000CE 09:31 100.15 10:10 106.85 TRAILING_STOP']))

  const straddle = (call: Steps, put: Steps) =>
    played({ '24000CE': call, '24000PE': put }, playOfTemplate('short-straddle', { settings: { windowEnd: SETTINGS.windowEnd } }))

  // The call's stop is 124.80. From then on the put's is 99.85, and the call is sold again at 99; as the put is stopped, the new
  // call's stop moves to 98.85.
  it('a straddle with a stop, a stop moved to cost, and two legs opened again', async () => {
    const call = then(100, ['09:40', 126], ['10:00', 99], ['10:20', 97], ['10:40', 98.9])
    const put = then(100, ['09:40', 80], ['10:00', 95], ['10:20', 101], ['10:40', 99], ['11:10', 90])
    expect(await straddle(call, put)).toEqual([
      'SELL 24000CE 09:20 99.85 09:40 126.15 STOP',
      'SELL 24000CE 10:00 98.85 10:40 99.05 STOP',
      'SELL 24000PE 09:20 99.85 10:20 101.15 STOP',
      'SELL 24000PE 10:40 98.85 11:30 90.1 WINDOW_END',
    ])
  })

  it('a straddle whose legs are both stopped in one minute', async () =>
    expect(await straddle(then(100, ['10:00', 130]), then(100, ['10:00', 131]))).toEqual([
      'SELL 24000CE 09:20 99.85 10:00 130.15 STOP',
      'SELL 24000PE 09:20 99.85 10:00 131.15 STOP',
    ]))

  const CONDOR: PositionSource = {
    legs: [
      { side: 'SELL', option: 'CE', strike: 'ATM+3', expiry: 'this week', lots: 1 },
      { side: 'SELL', option: 'PE', strike: 'ATM-3', expiry: 'this week', lots: 1 },
      { side: 'BUY', option: 'CE', strike: 'ATM+6', expiry: 'this week', lots: 1 },
      { side: 'BUY', option: 'PE', strike: 'ATM-6', expiry: 'this week', lots: 1 },
    ],
    stop: '60%',
    target: '50%',
    lock: { at: 600, keep: 200, every: 200, by: 100 },
  }
  const condor = (call: Steps, put: Steps) =>
    played(
      { '24000CE': still(100), '24000PE': still(100), '24150CE': call, '23850PE': put, '24300CE': still(10), '23700PE': still(10) },
      { rules: { interval: '1min', enter: '09:20', position: CONDOR }, settings: SETTINGS },
    )
  const closedAt = (time: string, call: number, put: number, reason: string) =>
    [
      `SELL 23850PE 09:20 29.95 ${time} ${put} ${reason}`,
      `BUY 23700PE 09:20 10.05 ${time} 9.95 ${reason}`,
      `SELL 24150CE 09:20 29.95 ${time} ${call} ${reason}`,
      `BUY 24300CE 09:20 10.05 ${time} 9.95 ${reason}`,
    ].sort((a, b) => a.split(' ')[1]!.localeCompare(b.split(' ')[1]!))

  // It brings 2 × 19.90 × 65 = 2,587: the stop is a loss of 1,552.20, the target a gain of 1,293.50.
  it('an iron condor at its combined stop', async () =>
    expect(await condor(then(30, ['10:00', 55]), still(30))).toEqual(closedAt('10:00', 55.1, 30.05, 'COMBINED_STOP')))

  it('an iron condor at its combined target', async () =>
    expect(await condor(then(30, ['09:50', 22]), then(30, ['10:10', 17]))).toEqual(closedAt('10:10', 22.05, 17.05, 'COMBINED_TARGET')))

  // 12.80 × 65 = 832, and 300 of it is kept; 3 × 65 = 195.
  it('an iron condor that falls back to the profit it has locked', async () =>
    expect(await condor(then(30, ['09:50', 17], ['10:10', 27]), still(30))).toEqual(closedAt('10:10', 27.05, 30.05, 'PROFIT_LOCK')))

  const SPREAD: PositionSource = {
    legs: [
      { side: 'BUY', option: 'CE', strike: 'ATM', expiry: 'this week', lots: 1 },
      { side: 'SELL', option: 'CE', strike: 'ATM+4', expiry: 'this week', lots: 1 },
    ],
    stop: '40%',
    target: '60%',
  }
  const spread = (call: Steps) =>
    played(
      { '24000CE': call, '24000PE': still(100), '24200CE': still(40) },
      { rules: { ...UP, position: SPREAD }, settings: { ...SETTINGS, lots: 2 } },
      RISES,
    )

  // 100.15 − 39.95 = 60.20 are paid, and 60% is 36.12.
  it('a bull call spread of two lots at its target', async () =>
    expect(await spread(then(100, ['10:00', 137]))).toEqual([
      'BUY 24000CE 09:31 100.15 10:00 136.8 COMBINED_TARGET',
      'SELL 24200CE 09:31 39.95 10:00 40.05 COMBINED_TARGET',
    ]))

  it('a bull call spread that its window ends', async () =>
    expect(await spread(then(100, ['10:00', 110]))).toEqual([
      'BUY 24000CE 09:31 100.15 11:30 109.85 WINDOW_END',
      'SELL 24200CE 09:31 39.95 11:30 40.05 WINDOW_END',
    ]))
})
