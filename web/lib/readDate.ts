import type { IsoDate } from '../../schema/time.ts'
import { isDate } from './isDate.ts'

/** Day, month and year as people in India write them, apart or in one. */
const WRITTEN = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})$|^(\d{2})(\d{2})(\d{4})$/

/** The date that was typed: `21/11/2026`, `21-11-26`, `21112026`, or YYYY-MM-DD; null when it is none from 2000 to 2099. */
export function readDate(typed: string): IsoDate | null {
  const text = typed.trim()
  if (isDate(text)) return text
  const [day = '', month = '', year = ''] = (WRITTEN.exec(text) ?? []).slice(1).filter((part) => part !== undefined)
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : null
}

/** `21/11/2026` of 2026-11-21; other texts stay as they are. */
export const writtenDate = (text: string): string => (isDate(text) ? text.split('-').reverse().join('/') : text)
