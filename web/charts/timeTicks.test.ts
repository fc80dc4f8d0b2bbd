import { describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '../../schema/time.ts'
import type { ChartCandle } from './ChartCandle.ts'
import { timeTicks } from './timeTicks.ts'

const OPEN = Date.parse('2026-11-19T03:45:00Z') // 09:15 in India
const session = (day: number, minutes: number): ChartCandle[] =>
  Array.from({ length: 375 / minutes }, (_, i) => ({
    ...{ time: OPEN + day * DAY + i * minutes * MINUTE, open: 1, high: 1, low: 1, close: 1, volume: 0 },
  }))
const texts = (candles: ChartCandle[], slot: number, minutes: number) =>
  timeTicks(candles, 0, candles.length - 1, slot, minutes).map(({ text }) => text)

describe('timeTicks', () => {
  it('are round times in India', () => {
    expect(texts(session(0, 1).slice(0, 60), 10, 1)).toEqual(['09:20', '09:30', '09:40', '09:50', '10:00', '10:10'])
  })

  it('name the day where one begins, and give way to it', () => {
    const ticks = timeTicks([...session(0, 5), ...session(1, 5)], 60, 100, 12, 5)
    expect(ticks.map(({ text, isDay }) => (isDay ? `[${text}]` : text))).toEqual(['14:30', '15:00', '[20 Nov]', '10:00', '10:30', '11:00'])
  })

  it('are the days alone where bars are thin', () => {
    const week = [0, 1, 4, 5].flatMap((day) => session(day, 5))
    expect(texts(week, 1, 5)).toEqual(['20 Nov', '23 Nov', '24 Nov'])
  })

  it('stay with their bars when the window moves', () => {
    const candles = session(0, 1)
    const all = timeTicks(candles, 0, 200, 4, 1).filter(({ index }) => index >= 100)
    expect(timeTicks(candles, 100, 200, 4, 1)).toEqual(all)
  })
})
