import { describe, expect, it } from 'vitest'
import { paise } from '../../schema/money.ts'
import type { PositionSource } from '../../schema/rules/PositionSource.ts'
import type { IsoDate } from '../../schema/time.ts'
import { runBacktest } from '../backtest/run/runBacktest.ts'
import { modelledTape } from './testing/modelledTape.ts'
import { planOf, playInBacktest, playLive, withMinutesOfBacktest, type Play } from './testing/oneTape.ts'
import { TAPE_DATE, TAPE_EXPIRY, type Steps } from './testing/tape.ts'

/** The expiries after the tape's own: the last one is the month's too. */
const [NEXT, MONTH] = ['2026-07-21', '2026-07-28'] as const
const ALL = [TAPE_EXPIRY, NEXT, MONTH]
type LegSource = PositionSource['legs'][number]
const leg = (strike: LegSource['strike'], parts: Partial<LegSource> = {}): LegSource => ({
  ...{ side: 'BUY', option: 'CE', expiry: 'this week', lots: 1, strike },
  ...parts,
})

interface Wanted {
  readonly date?: IsoDate
  /** When the position is opened; it is closed at 15:05. */
  readonly enter: string
  readonly index?: Steps
  readonly expiries?: readonly IsoDate[]
}

/** Plays legs both ways, which must give the same result, and returns the options in the order of their symbols, each with its times. */
async function traded(legs: readonly LegSource[], { date = TAPE_DATE, enter, index = STILL, expiries = ALL }: Wanted): Promise<string[]> {
  const tape = modelledTape({ date, index, expiries, until: '15:10' })
  const live = await playLive(tape, playOf(legs, enter))
  expect(withMinutesOfBacktest(live)).toEqual(playInBacktest(tape, playOf(legs, enter)))
  return live.flatMap((trade) => trade.legs.map(({ side, option, entered, left }) => `${side} ${option} ${entered} ${left}`))
}

const playOf = (legs: readonly LegSource[], enter: string): Play => ({
  rules: { interval: '1min', enter, position: { legs } },
  settings: { windowStart: 9 * 60 + 20, windowEnd: 15 * 60 + 5, risk: paise(1_00_00_000_00) },
  depth: true,
})
const STILL: Steps = [['09:15', 24_010]]

describe('over one tape of prices a backtest and the floor open the same legs, chosen', { timeout: 60_000 }, () => {
  it('by the premium that is nearest', async () =>
    expect(
      await traded([leg({ premium: 25 }), leg({ premium: 40 }, { option: 'PE', side: 'SELL', stop: '300%' })], { enter: '09:25' }),
    ).toEqual(['SELL NIFTY14JUL2623800PE 09:25 15:05', 'BUY NIFTY14JUL2624300CE 09:25 15:05']))

  it('by the premium of an option well in the money', async () =>
    expect(await traded([leg({ premium: 1_000 }), leg({ premium: 1_500 }, { option: 'PE' })], { enter: '09:25' })).toEqual([
      'BUY NIFTY14JUL2623000CE 09:25 15:05',
      'BUY NIFTY14JUL2625500PE 09:25 15:05',
    ]))

  it('by a delta out of the money and one deep in it', async () =>
    expect(
      await traded(
        [
          leg({ delta: 0.9 }),
          leg({ delta: 0.9 }, { option: 'PE', expiry: 'next week' }),
          leg({ delta: 0.2 }, { side: 'SELL', stop: '300%' }),
        ],
        { enter: '09:25' },
      ),
    ).toEqual(['BUY NIFTY14JUL2623600CE 09:25 15:05', 'SELL NIFTY14JUL2624250CE 09:25 15:05', 'BUY NIFTY21JUL2624800PE 09:25 15:05']))

  it('of next week and of the month', async () =>
    expect(await traded([leg('ATM', { expiry: 'next week' }), leg('ATM+2', { expiry: 'month' })], { enter: '09:25' })).toEqual([
      'BUY NIFTY21JUL2624000CE 09:25 15:05',
      'BUY NIFTY28JUL2624100CE 09:25 15:05',
    ]))

  it('on the day of an expiry: of that one until 14:30, of the next from then on', async () => {
    const all = [leg('ATM'), leg('ATM', { expiry: 'next week' }), leg('ATM+1', { expiry: 'month' })]
    expect(await traded(all, { date: TAPE_EXPIRY, enter: '14:29' })).toEqual([
      'BUY NIFTY14JUL2624000CE 14:29 15:05',
      'BUY NIFTY21JUL2624000CE 14:29 15:05',
      'BUY NIFTY28JUL2624050CE 14:29 15:05',
    ])
    expect(await traded(all, { date: TAPE_EXPIRY, enter: '14:30' })).toEqual([
      'BUY NIFTY21JUL2624000CE 14:30 15:05',
      'BUY NIFTY28JUL2624000CE 14:30 15:05',
      'BUY NIFTY28JUL2624050CE 14:30 15:05',
    ])
  })

  it('and, stopped on the day of their expiry, open them again before 14:30 and not after', async () => {
    const sold = [leg('ATM', { side: 'SELL', stop: '40%', reentries: 1 })]
    const back = (time: string): Steps => [
      ['09:15', 24_000],
      ['13:55', 24_000],
      ['14:05', 24_060],
      [time, 23_990],
    ]
    const stopped = 'SELL NIFTY14JUL2624000CE 14:00 14:05'
    expect(await traded(sold, { date: TAPE_EXPIRY, enter: '14:00', index: back('14:29') })).toEqual([
      stopped,
      'SELL NIFTY14JUL2624000CE 14:29 15:05',
    ])
    expect(await traded(sold, { date: TAPE_EXPIRY, enter: '14:00', index: back('14:30') })).toEqual([stopped])
  })
})

describe('where what a leg asks for lies beyond the strikes that are looked at', { timeout: 60_000 }, () => {
  it.each([
    [leg({ premium: 2_500 }), { by: 'PREMIUM', wanted: 2_500_00, strike: 22_000_00 }],
    [leg({ premium: 1 }, { option: 'PE', expiry: 'month' }), { by: 'PREMIUM', wanted: 1_00, strike: 22_000_00 }],
    [leg({ delta: 0.01 }, { expiry: 'month' }), { by: 'DELTA', wanted: 0.01, strike: 26_000_00 }],
  ] as const)('nothing is opened either way, and a backtest says what there was: %o', async (wanted, numbers) => {
    expect(await traded([wanted], { enter: '09:25' })).toEqual([])
    const { denials } = runBacktest(planOf(playOf([wanted], '09:25')), modelledTape({ index: STILL, expiries: ALL, until: '09:30' }).market)
    expect(denials).toMatchObject([{ denial: { reason: 'LEG_OUT_OF_REACH', numbers: { leg: 0, strikes: 40, ...numbers } } }])
  })
})
