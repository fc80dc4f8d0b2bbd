import { describe, expect, it } from 'vitest'
import { istInstant, MINUTE } from '../time.ts'
import { latestUpdate, nextUpdate } from './updateTimes.ts'

const at = (minuteOfDay: number) => istInstant('2026-07-01', minuteOfDay)
const [OPEN, CLOSE] = [9 * 60 + 15, 15 * 60 + 30]
const session = { open: at(OPEN), close: at(CLOSE) }

describe('updates of performance', () => {
  it.each([
    ['before the open', OPEN - 1, null, OPEN],
    ['with the open', OPEN, OPEN, OPEN + 5],
    ['four minutes later', OPEN + 4, OPEN, OPEN + 5],
    ['five minutes later', OPEN + 5, OPEN + 5, OPEN + 10],
    ['a minute before the close', CLOSE - 1, CLOSE - 5, CLOSE],
    ['with the close', CLOSE, CLOSE, null],
    ['at night', CLOSE + 8 * 60, CLOSE, null],
  ])('are due every five minutes of the session and with its close: %s', (_when, now, latest, next) => {
    expect(latestUpdate(session, at(now))?.dueAt ?? null).toBe(latest === null ? null : at(latest))
    expect(nextUpdate(session, at(now))).toBe(next === null ? null : at(next))
  })

  it('are 76 in a session, of which the last alone is final', () => {
    const due = Array.from({ length: 24 * 60 }, (_, minute) => latestUpdate(session, at(minute))).filter((update) => update !== null)
    expect(new Set(due.map(({ dueAt }) => dueAt)).size).toBe(76)
    expect(new Set(due.filter(({ isFinal }) => isFinal).map(({ dueAt }) => dueAt))).toEqual(new Set([session.close]))
    expect(latestUpdate(session, session.close)?.isFinal).toBe(true)
  })

  it('end with the close of a session whose length is no multiple of five minutes', () => {
    const evening = { open: at(18 * 60), close: at(18 * 60 + 58) }
    expect(nextUpdate(evening, at(18 * 60 + 56))).toBe(evening.close)
    expect(latestUpdate(evening, evening.close - 1)).toEqual({ dueAt: evening.close - 3 * MINUTE, isFinal: false })
  })
})
