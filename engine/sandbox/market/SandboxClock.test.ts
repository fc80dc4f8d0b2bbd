import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marketTimeAt } from '../../../schema/market/MarketClock.ts'
import { HOUR, istInstant, istIso, MINUTE, SECOND, type IsoDate } from '../../../schema/time.ts'
import { SandboxClock } from './SandboxClock.ts'
import { SyntheticSource } from '../sources/SyntheticSource.ts'

const endless = new SyntheticSource(1)
const REAL = Date.UTC(2026, 10, 21)

function listOf(dates: readonly IsoDate[]) {
  return {
    sessionFrom: (date: IsoDate) => dates.find((day) => day >= date) ?? null,
    sessionBefore: (date: IsoDate) => dates.findLast((day) => day < date) ?? null,
  }
}

/** A clock at 60 times real time whose real time the test moves. */
function clockAt(
  startAt: number,
  sessions: Pick<SyntheticSource, 'sessionBefore'> & { sessionFrom(date: IsoDate): IsoDate | null } = endless,
) {
  const real = { now: REAL }
  return { clock: new SandboxClock(sessions, 60, startAt, () => real.now), real }
}

const at = (date: IsoDate, hour: number, minute: number) => istInstant(date, hour * 60 + minute)

describe('the sandbox clock', () => {
  it('runs as fast as it is told while the session lasts', () => {
    const { clock, real } = clockAt(at('2026-11-20', 10, 0))
    real.now += 30 * SECOND
    expect(clock.now()).toBe(at('2026-11-20', 10, 30))
    expect(clock.state()).toBe('running')
  })

  it('stands at the close for three real seconds, then opens the next session', () => {
    const { clock, real } = clockAt(at('2026-11-23', 15, 29))
    real.now += SECOND
    expect(clock.now()).toBe(at('2026-11-23', 15, 30))
    real.now += 2_999
    expect(clock.now()).toBe(at('2026-11-23', 15, 30))
    expect(clock.state()).toBe('between sessions')
    real.now += 1
    // The 24th is a holiday.
    expect(istIso(clock.now())).toBe('2026-11-25T09:15:00+05:30')
    expect(clock.state()).toBe('running')
  })

  it('tells the session in force and the one after it, by the formula everyone uses', () => {
    const { clock, real } = clockAt(at('2026-11-20', 15, 0))
    const told = clock.clock()
    expect(told.kind === 'sandbox' && told.segments.map((segment) => istIso(segment.sessionOpen))).toEqual([
      '2026-11-20T09:15:00+05:30',
      '2026-11-23T09:15:00+05:30',
    ])
    real.now += MINUTE
    expect(marketTimeAt(told, real.now)).toBe(clock.now())
  })

  it.each([
    ['before the open', at('2026-11-20', 7, 0), at('2026-11-20', 9, 15)],
    ['after the close', at('2026-11-20', 18, 0), at('2026-11-23', 9, 15)],
    ['on a holiday', at('2026-11-24', 11, 0), at('2026-11-25', 9, 15)],
  ])('asked to start %s starts at the next open', (_when, start, open) => {
    expect(clockAt(start).clock.now()).toBe(open)
  })

  it('started at a close stands there before it goes on', () => {
    const { clock, real } = clockAt(at('2026-11-20', 15, 30))
    expect(clock.now()).toBe(at('2026-11-20', 15, 30))
    real.now += 3 * SECOND
    expect(clock.now()).toBe(at('2026-11-23', 9, 15))
  })

  it('stands still for ever after the last session', () => {
    const { clock, real } = clockAt(at('2024-01-02', 15, 0), listOf(['2024-01-01', '2024-01-02']))
    real.now += 24 * HOUR
    expect(clock.now()).toBe(at('2024-01-02', 15, 30))
    expect(clock.state()).toBe('replay over')
  })

  it('resumed after the last session stands at its close', () => {
    const { clock } = clockAt(at('2024-01-05', 10, 0), listOf(['2024-01-01', '2024-01-02']))
    expect(clock.now()).toBe(at('2024-01-02', 15, 30))
    expect(clock.state()).toBe('replay over')
  })

  it('never runs backwards', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 * MINUTE }), { maxLength: 40 }), (steps) => {
        const { clock, real } = clockAt(at('2026-11-20', 9, 15))
        let before = clock.now()
        for (const step of steps) {
          real.now += step
          expect(clock.now()).toBeGreaterThanOrEqual(before)
          before = clock.now()
        }
      }),
    )
  })
})
