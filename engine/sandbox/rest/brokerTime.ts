import { z } from 'zod'
import { istInstant, IST_OFFSET, parseTimeOfDay, type Instant } from '../../../schema/time.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `21-Jun-2023 10:46:10` in India, as quotes and profiles write an instant. */
export function brokerTime(at: Instant): string {
  const iso = new Date(at + IST_OFFSET).toISOString()
  return `${iso.slice(8, 10)}-${MONTHS[Number(iso.slice(5, 7)) - 1]!}-${iso.slice(0, 4)} ${iso.slice(11, 19)}`
}

/** The instant of `YYYY-MM-DD HH:mm` in India, as candle requests write it; null when there is no such date or time. */
export function parseBrokerMinute(text: string): Instant | null {
  const [date = '', time = ''] = text.split(' ', 2)
  const minute = parseTimeOfDay(time)
  return z.iso.date().safeParse(date).success && minute !== null ? istInstant(date, minute) : null
}
