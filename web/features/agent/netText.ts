import { formatSignedPercent } from '../../lib/formatMoney.ts'

/** A result as a share of what was paid, like `−1.10%`; null is "—". */
export const netText = (share: number | null): string => formatSignedPercent(share === null ? null : share * 100)
