import { LIMITS } from '../limits.ts'
import { parseTimeOfDay } from '../time.ts'

/** Whether a text is a time of day, HH:MM in India, at which a strategy may begin or end its trading. */
export function isTradingTime(text: string): boolean {
  const { first, last } = LIMITS.subscription.window
  // Times of two digits each compare as texts do.
  return parseTimeOfDay(text) !== null && text >= first && text <= last
}
