import { describe, expect, it } from 'vitest'
import { timeLeft, timeLeftText } from './timeLeft.ts'

describe('timeLeft', () => {
  it('goes on as fast as it went', () => {
    expect(timeLeft({ at: 1_000, progress: 0 }, { at: 3_000, progress: 0.25 })).toBe(6_000)
    expect(timeLeft({ at: 1_000, progress: 0.5 }, { at: 2_000, progress: 1 })).toBe(0)
  })

  it('is not known before anything was gained', () => {
    expect(timeLeft({ at: 1_000, progress: 0.1 }, { at: 1_000, progress: 0.1 })).toBeNull()
    expect(timeLeft({ at: 1_000, progress: 0.1 }, { at: 9_000, progress: 0.1 })).toBeNull()
  })

  it.each([
    [null, ''],
    [200, 'about 1 s left'],
    [89_000, 'about 89 s left'],
    [130_000, 'about 2 min left'],
  ])('says %s as "%s"', (milliseconds, text) => {
    expect(timeLeftText(milliseconds)).toBe(text)
  })
})
