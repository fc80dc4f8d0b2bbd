import { describe, expect, it } from 'vitest'
import { istInstant } from '../../../schema/time.ts'
import { brokerTime, parseBrokerMinute } from './brokerTime.ts'

describe('the broker’s times', () => {
  it('are India’s, whatever the machine’s zone', () => {
    expect(brokerTime(istInstant('2023-06-21', 10 * 60 + 46) + 10_000)).toBe('21-Jun-2023 10:46:10')
    expect(parseBrokerMinute('2026-11-20 09:15')).toBe(istInstant('2026-11-20', 9 * 60 + 15))
  })

  it('are refused when there is no such day or time', () => {
    for (const text of ['2026-02-30 09:15', '2026-13-01 09:15', '2026-11-20 24:00', '2026-11-20T09:15', '20-11-2026 09:15', ''])
      expect(parseBrokerMinute(text)).toBeNull()
  })
})
