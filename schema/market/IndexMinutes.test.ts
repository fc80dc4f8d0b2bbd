import { describe, expect, it } from 'vitest'
import { istInstant, istIso, MINUTE, parseTimeOfDay, type Instant } from '../time.ts'
import { CANDLE_CSV_HEADER } from './candleCsv.ts'
import type { Stamp } from './csv/FileReading.ts'
import { IndexMinutes } from './IndexMinutes.ts'
import { SHIPPED_MARKET_RULES } from './MarketRules.ts'
import { describeDropped } from './SessionSieve.ts'

/** The lines of candles that stand still, `every` so many minutes, from one time of day up to and not including another. */
function lines(date: string, from: string, to: string, every = 1): string[] {
  const [first, end] = [from, to].map((time) => istInstant(date, parseTimeOfDay(time)!)) as [Instant, Instant]
  return Array.from({ length: (end - first) / MINUTE / every }, (_, i) => `${istIso(first + i * every * MINUTE)},100,101,99,100,0`)
}

function read(rows: readonly string[], stamps: Stamp | null = null) {
  const times: Instant[] = []
  const file = new IndexMinutes(SHIPPED_MARKET_RULES, (time) => times.push(time), { dates: null, stamps })
  const pushed = file.push([CANDLE_CSV_HEADER, ...rows, ''].join('\n'))
  const ended = pushed.ok ? file.end() : pushed
  return { times: times.map((time) => istIso(time).slice(0, 16)), ended }
}

describe('a file of an index’s minutes', () => {
  it('is left with those of the session: the auction before it and the settlement after it are counted', () => {
    const { times, ended } = read([...lines('2024-01-01', '09:07', '09:08'), ...lines('2024-01-01', '09:15', '15:33')])
    expect([times.length, times[0], times.at(-1)]).toEqual([375, '2024-01-01T09:15', '2024-01-01T15:29'])
    expect(ended).toEqual({
      ok: true,
      value: {
        dropped: { beforeOpen: 1, afterClose: 3, inPause: 0, noSession: 0, daysWithoutSession: [] },
        passedOver: { repeated: 0, untraded: 0 },
      },
    })
  })

  it('loses what is on days without a session, which are named, and keeps the Saturday that had one', () => {
    const saturdays = [...lines('2024-01-13', '09:15', '09:25'), ...lines('2024-01-20', '09:15', '15:30')]
    const { times, ended } = read([...saturdays, ...lines('2024-01-26', '10:00', '10:05')])
    expect([times.length, times[0]]).toEqual([375, '2024-01-20T09:15'])
    expect(ended.ok && describeDropped(ended.value.dropped)).toBe(
      '15 candles outside the session left out: 15 on 2 days without a session (2024-01-13, 2024-01-26).',
    )
  })

  it('keeps 105 minutes of the two parts of 2 March 2024, and no drill’s break', () => {
    const { times, ended } = read(lines('2024-03-02', '09:14', '12:31').filter((line) => !line.includes('T10:3')))
    expect(times).toHaveLength(105)
    expect(times.slice(44, 46)).toEqual(['2024-03-02T09:59', '2024-03-02T11:30'])
    expect(ended).toMatchObject({ ok: true, value: { dropped: { beforeOpen: 1, afterClose: 1, inPause: 80 } } })
  })

  it.each(['2021-11-04', '2022-10-24'])('keeps the 60 minutes of the Muhurat session of %s', (date) => {
    const { times, ended } = read([...lines(date, '18:00', '18:08'), ...lines(date, '18:15', '19:15')])
    expect([times.length, times[0]]).toEqual([60, `${date}T18:15`])
    expect(ended).toMatchObject({ ok: true, value: { dropped: { beforeOpen: 8, afterClose: 0 } } })
  })

  it('is refused with the numbers when its candles are longer than a minute', () => {
    expect(read(lines('2024-01-01', '09:15', '15:30', 5)).ended).toEqual({
      ok: false,
      error: 'expected one-minute candles, found candles 5 minutes apart (74 of 74 within a day)',
    })
    expect(read([...lines('2024-01-01', '09:15', '15:30', 3), ...lines('2024-01-02', '09:15', '10:15')]).ended).toMatchObject({
      error: expect.stringContaining('3 minutes apart (124 of 183 within a day)'),
    })
  })

  it('may have gaps', () => {
    const gappy = lines('2024-01-01', '09:15', '15:30').filter((_, i) => i % 7 !== 3)
    expect(read(gappy).ended.ok).toBe(true)
  })

  it('is refused when most of it lies outside of sessions: written in UTC and read as India’s time', () => {
    const utc = lines('2024-01-01', '03:45', '10:00').map((line) => line.replace('+05:30', ''))
    expect(read(utc).ended).toEqual({
      ok: false,
      error:
        'only 45 of 375 candles lie in a session; are their times those of India? 330 candles outside the session left out: 330 before the open.',
    })
  })

  it('is refused when its times may be the ends of minutes: as beginnings, they would trade each a minute late', () => {
    const days = ['2024-01-01', '2024-01-02', '2024-01-03'].flatMap((date) => lines(date, '09:16', '15:31'))
    expect(read(days).ended).toEqual({
      ok: false,
      error:
        'no day has a minute at the open, and 3 of 3 begin one later (2024-01-01T09:16): say whether times are the ends of minutes (--stamps end) or their beginnings (--stamps start)',
    })
    const asEnds = read(days, 'end')
    expect([asEnds.times.length, asEnds.times[0], asEnds.times.at(-1)]).toEqual([1125, '2024-01-01T09:15', '2024-01-03T15:29'])
    expect(asEnds.ended).toMatchObject({ ok: true, value: { dropped: { afterClose: 0 } } })
    expect(read(days, 'start').times[0]).toBe('2024-01-01T09:16')
    expect(read([...days, ...lines('2024-01-04', '09:15', '15:30')]).ended.ok).toBe(true)
    expect(read([...lines('2024-01-01', '09:40', '15:30'), ...lines('2024-01-02', '10:40', '15:30')]).ended.ok).toBe(true)
  })

  it('is refused with the line of what is wrong', () => {
    const [first, second] = lines('2024-01-01', '09:15', '09:17') as [string, string]
    expect(read([second, first]).ended).toEqual({
      ok: false,
      error: 'line 3: time 2024-01-01T09:15:00+05:30 is earlier than on the line before',
    })
    expect(read([]).ended).toEqual({ ok: false, error: 'line 2: expected a candle, found the end of the file' })
  })
})
