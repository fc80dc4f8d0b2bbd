/** From here on the text only says it is more: nobody reads such numbers. */
const MOST_TOLD = 1_000_000

/** `×1.30 of ×560`: what a stake of 1 has become by the record of a key, and what opens its gate. */
export const evidenceText = (evidence: number, threshold: number): string =>
  `${evidence > MOST_TOLD ? `over ${multiplier(MOST_TOLD)}` : multiplier(evidence)} of ${multiplier(threshold)}`

/** Two digits below 10, one below 100, whole numbers from there on. */
function multiplier(value: number): string {
  if (value >= 100) return `×${Math.round(value).toLocaleString('en-IN')}`
  return `×${value.toFixed(value >= 10 ? 1 : 2)}`
}
