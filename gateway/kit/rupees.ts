import { paise, toRupees } from '../../schema/money.ts'

/** A stored amount (paise) as the API shows it: rupees with at most two decimals. */
export function rupees(stored: bigint): number {
  return toRupees(paise(Number(stored)))
}
