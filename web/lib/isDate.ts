import { isDay } from '../../schema/time.ts'

/** Whether a text is a date that the API takes: YYYY-MM-DD, there is such a day, from 2000 to 2099. */
export function isDate(text: string): boolean {
  return text.startsWith('20') && isDay(text)
}
