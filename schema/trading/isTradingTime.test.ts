import { describe, expect, it } from 'vitest'
import { isTradingTime } from './isTradingTime.ts'

describe('isTradingTime', () => {
  it.each(['09:15', '09:59', '12:00', '15:30'])('takes %s', (text) => {
    expect(isTradingTime(text)).toBe(true)
  })

  it.each(['09:14', '15:31', '24:00', '12:60', '9:20', '920', '', 'noon', ' 09:20', '09:20\n'])('refuses %j', (text) => {
    expect(isTradingTime(text)).toBe(false)
  })
})
