import { useAmountsHidden } from '../lib/amountsHidden.ts'
import { withHiddenAmount } from '../lib/formatMoney.ts'
import { keepUnits } from '../lib/withUnit.ts'
import { Amount } from './Amount.tsx'

/** An amount in rupees with its sign. */
const AMOUNTS = /([+\u2212-]?₹[\d,]+(?:\.\d+)?)/

/**
 * What the server has put into words: the amounts in it are hidden with all others, and none is broken between two lines, nor a
 * number from its unit.
 */
export function Sentence({ text }: { text: string }) {
  const hidden = useAmountsHidden()
  return keepUnits(text)
    .split(AMOUNTS)
    .map((part, i) => (i % 2 === 0 ? part : <Amount key={i} text={hidden ? withHiddenAmount(part) : part} hidden={hidden} />))
}
