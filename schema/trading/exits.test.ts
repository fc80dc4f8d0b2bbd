import { expect, it } from 'vitest'
import { EXIT_REASONS, EXIT_TEXTS, statusAfter } from './exits.ts'

it('a closed trade is shown as hitting its target or its stop, its own or that of all legs, and as completed otherwise', () => {
  expect(Object.fromEntries(EXIT_REASONS.map((reason) => [reason, statusAfter(reason)]))).toEqual({
    TARGET: 'TARGET_HIT',
    STOP: 'STOPLOSS_HIT',
    TRAILING_STOP: 'STOPLOSS_HIT',
    OPPOSITE_SIGNAL: 'COMPLETED',
    WINDOW_END: 'COMPLETED',
    SESSION_END: 'COMPLETED',
    MANUAL: 'COMPLETED',
    EMERGENCY: 'COMPLETED',
    DAILY_LOSS: 'COMPLETED',
    MARKET_CHANGED: 'COMPLETED',
    NOT_HELD: 'COMPLETED',
    EXPIRED: 'COMPLETED',
    COMBINED_STOP: 'STOPLOSS_HIT',
    COMBINED_TARGET: 'TARGET_HIT',
    PROFIT_LOCK: 'TARGET_HIT',
    LEG_FAILED: 'COMPLETED',
  })
})

it('every reason reads as what happened, each in words of its own', () => {
  const texts = EXIT_REASONS.map((reason) => EXIT_TEXTS[reason])
  expect(new Set(texts).size).toBe(EXIT_REASONS.length)
  for (const text of texts) expect(text).toMatch(/^(the|you|your|an|its) [a-z ]+[a-z]$/)
})
