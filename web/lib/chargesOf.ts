import { fromRupees, paise, toRupees } from '../../schema/money.ts'

/** The charges of a result, in rupees and exact to the paisa: what is left out of its net; null while one is not known. */
export function chargesOf(gross: number | null, net: number | null): number | null {
  return gross === null || net === null ? null : toRupees(paise(fromRupees(gross) - fromRupees(net)))
}
