import { createHash } from 'node:crypto'
import type { IsoDate } from '../../../schema/time.ts'

/** The id of the nth order of a day, from 1: `YYMMDD` and nine digits. */
export function orderIdOf(date: IsoDate, position: number): string {
  return `${date.slice(2).replaceAll('-', '')}${String(position).padStart(9, '0')}`
}

/** The second id of an order, in the form of a UUID. Equal arguments give equal ids. */
export function uniqueIdOf(clientCode: string, orderId: string): string {
  const hex = createHash('sha256').update(`${clientCode}:${orderId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
