import { evidenceText } from '../../../schema/trading/evidenceText.ts'
import { formatSignedPercent } from '../../lib/formatMoney.ts'

interface Standing {
  readonly evidence: number
  readonly threshold: number
  readonly control: number | null
}

/** How far the record behind an agent's trade had come, and what buying at every scan did: `×1.30 of ×560 · always −1.30%`. */
export function standingNote({ evidence, threshold, control }: Standing): string {
  const always = control === null ? '' : ` · always ${formatSignedPercent(control * 100)}`
  return `${evidenceText(evidence, threshold)}${always}`
}
