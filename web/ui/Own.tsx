import { useAmountsHidden } from '../lib/amountsHidden.ts'
import { UNKNOWN } from '../lib/formatMoney.ts'
import { Amount } from './Amount.tsx'

/** A figure that would give away an amount: an entry, a level, a quantity. It is hidden together with the amounts. */
export function Own({ text }: { text: string }) {
  const hidden = useAmountsHidden() && text !== UNKNOWN
  return <Amount text={hidden ? '••••' : text} hidden={hidden} />
}
