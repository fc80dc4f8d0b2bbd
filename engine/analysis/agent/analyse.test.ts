import { describe, expect, it } from 'vitest'
import { experienceOf, endSession, newKeyRecord, noteScan, settleScans } from './advanceRecord.ts'
import { analyse } from './analyse.ts'
import { realisedPricing } from './agentPricing.ts'
import type { KeyRecord } from './KeyRecord.ts'
import { SessionIndex, type SessionCloses } from './SessionIndex.ts'
import { drawnSessions } from './testing/drawnSessions.ts'
import { walkSession } from './walkSession.ts'

const sessions = drawnSessions('analysis', 90)
const [history, [today]] = [sessions.slice(0, 80), sessions.slice(80)]
const index = SessionIndex.build(history)
const EXPERIENCE = { similarityFloor: 0.5, alpha: 0.2, calibration: { intercept: 0, slope: 1 } }

const analysed = (
  closes = today!.closes.slice(0, 120),
  { on = index, lookback = 50, sessionMinutes = 375, experience = EXPERIENCE } = {},
) =>
  analyse(
    on,
    { date: today!.date, closes, sessionMinutes },
    lookback,
    realisedPricing(on, 'NIFTY', today!.date, closes.at(-1) ?? 20_000),
    experience,
  )

describe('an analysis', () => {
  it('has fifty analogues with what both sides would have come to, and says which numbers it compared', () => {
    const analysis = analysed()
    expect(analysis).toMatchObject({ date: today!.date, minute: 119, spot: today!.closes[119], lookback: 50, lead: null })
    expect(analysis.history).toMatchObject({ sessions: 80, first: '2024-01-01', last: history[79]!.date })
    const { analogues, sides, interval, similarity, outlay, stopLoss } = analysis.findings!
    expect(analogues).toHaveLength(50)
    expect(analogues.every(({ date }) => date < today!.date)).toBe(true)
    for (const side of ['CE', 'PE'] as const) {
      const nets = analogues.map(({ net }) => net[side])
      const { mean, lower, errors, hits, count, confidence } = sides[side]
      expect([count, hits]).toEqual([50, nets.filter((net) => net > 0).length])
      expect(mean).toBeCloseTo(nets.reduce((sum, net) => sum + net, 0) / 50, 12)
      expect(lower).toBeCloseTo(mean - (2.58 * mean) / errors, 12)
      expect(confidence).toBeCloseTo((hits + 1) / 52, 12)
      expect(stopLoss[side]).toBeGreaterThan(0)
      expect(outlay[side]).toBeGreaterThan(stopLoss[side])
    }
    const moves = analogues.map(({ move }) => move).sort((a, b) => a - b)
    expect(interval).toEqual({ low: moves[4], high: moves[45] })
    const better = sides.CE.lower >= sides.PE.lower ? 'CE' : 'PE'
    expect(analysis.refusal).toEqual({ reason: 'BELOW_COSTS', lower: sides[better].lower, side: better })
    expect(similarity).toBeGreaterThan(0.5)
  })

  it('stays the same bit for bit whatever happens after it', () => {
    const changed = sessions.map(({ date, closes }, i) => ({ date, closes: i < 80 ? closes : closes.map((close) => 2 * close) }))
    expect(analysed(undefined, { on: SessionIndex.build(changed).upTo(80) })).toEqual(analysed())
    // A session that makes a pair of the last one must not move what was found before.
    expect(analysed(undefined, { on: SessionIndex.build(sessions).upTo(79) })).toEqual(
      analysed(undefined, { on: SessionIndex.build(sessions.slice(0, 79)) }),
    )
  })

  it('is refused with what it lacks', () => {
    const refusal = (...args: Parameters<typeof analysed>) => analysed(...args).refusal
    const closes = (count: number) => today!.closes.slice(0, count)
    expect(refusal(closes(49))).toEqual({ reason: 'TOO_EARLY', candles: 49, needed: 50 })
    expect(refusal(closes(0))).toMatchObject({ reason: 'TOO_EARLY', candles: 0 })
    expect(refusal(closes(336))).toEqual({ reason: 'TOO_LATE', minute: 335, last: 334 })
    expect(refusal(closes(335))).not.toMatchObject({ reason: 'TOO_LATE' })
    expect(refusal(closes(331), { sessionMinutes: 360 })).toEqual({ reason: 'TOO_LATE', minute: 330, last: 329 })
    expect(refusal(closes(60), { on: index.upTo(59) })).toEqual({ reason: 'HISTORY_SHORT', sessions: 59, needed: 60 })
    for (const sessions of [0, 1]) expect(refusal(closes(60), { on: index.upTo(sessions) })).toMatchObject({ sessions, needed: 60 })
    expect(refusal(closes(60).fill(NaN, 20, 23))).toEqual({ reason: 'DATA_GAP', minutes: 3, most: 2 })
    expect(refusal(closes(60).fill(NaN, 20, 22))).not.toMatchObject({ reason: 'DATA_GAP' })
    expect(refusal(closes(60).fill(NaN, 0, 9))).not.toMatchObject({ reason: 'DATA_GAP' })
    expect(refusal(closes(60).fill(20_000))).toEqual({ reason: 'FLAT', volatility: 0 })
    expect(analyse(index, { date: today!.date, closes: closes(60), sessionMinutes: 375 }, 50, null, EXPERIENCE).refusal).toEqual({
      reason: 'NO_QUOTE',
    })
  })

  it('leads when what followed such a moment was always the same, unless the moments are less alike than usual', () => {
    // After the hundredth minute every session rises without a pause.
    const rising = ({ date, closes }: SessionCloses): SessionCloses => ({
      date,
      closes: closes.map((close, i) => (i < 100 ? today!.closes[i]! * (1 + 1e-9 * close) : today!.closes[99]! * Math.exp(4e-4 * (i - 99)))),
    })
    const on = SessionIndex.build(history.map(rising))
    const led = analysed(today!.closes.slice(0, 100), { on })
    expect([led.lead, led.exploratory, led.refusal]).toEqual(['CE', 'CE', null])
    const unlike = analysed(today!.closes.slice(0, 100), { on, experience: { ...EXPERIENCE, similarityFloor: 1.1 } })
    expect(unlike).toMatchObject({ lead: null, exploratory: 'CE', refusal: { reason: 'NOT_SIMILAR', needed: 1.1 } })
  })
})

describe('the record of a key', () => {
  it('is the same after a session lived scan by scan, stopped and read again at each, as after walking over it', () => {
    let walked: KeyRecord = newKeyRecord()
    let lived: KeyRecord = newKeyRecord()
    const all = SessionIndex.build(sessions)
    for (let place = 0; place < 63; place++) {
      const [before, session] = [all.upTo(place), sessions[place]!]
      walked = walkSession(before, session, { index: 'NIFTY', lookback: 100 }, walked).record
      if (place >= 60)
        for (let candles = 5; candles <= 375; candles += 5) {
          const soFar = { date: session.date, closes: session.closes.slice(0, candles), sessionMinutes: 375 }
          lived = settleScans(JSON.parse(JSON.stringify(lived)) as KeyRecord, soFar).record
          const pricing = realisedPricing(before, 'NIFTY', session.date, session.closes[candles - 1]!)
          lived = noteScan(lived, analyse(before, soFar, 100, pricing, experienceOf(lived)))
        }
      lived = endSession(lived, session.date)
    }
    expect(lived).toEqual(walked)
    expect(walked).toMatchObject({ sessions: 63, lastSession: sessions[62]!.date, scans: 3 * 48, outcomes: 3 * 8, pending: [] })
    expect(walked.similarities).toHaveLength(3 * 48)
    expect(walked.control.count).toBe(2 * walked.outcomes)
  })
})
