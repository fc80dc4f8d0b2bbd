/** `×1.30 of ×560`: what a stake of 1 has become by the record of a key, and what opens its gate. */
export const evidenceText = (evidence: number, threshold: number): string => `×${multiplier(evidence)} of ×${multiplier(threshold)}`

/** Two digits below 10, one below 100, whole numbers from there on. */
const multiplier = (value: number): string => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2))
