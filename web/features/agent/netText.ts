import { formatSignedPercent } from '../../lib/formatMoney.ts'

/** A result as a share of what was paid, like `−1.10%`; null is "—". */
export const netText = (share: number | null): string => formatSignedPercent(share === null ? null : share * 100)

/** `×1.3 of ×560`: what a stake of 1 has become, and what opens the gate. */
export const evidenceText = (evidence: number, threshold: number): string => `×${multiplier(evidence)} of ×${multiplier(threshold)}`

/** Two digits below 100, whole numbers from there on. */
const multiplier = (value: number): string => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2))
