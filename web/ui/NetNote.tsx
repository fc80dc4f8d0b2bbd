import { chargesOf } from '../lib/chargesOf.ts'
import { Rupees } from './Rupees.tsx'

/** What the net of something open is made of, for those who ask. */
const IF_CLOSED =
  'Net P&L if all open trades were closed at the last prices, after brokerage, taxes and fees on both sides. It does not include the spread between the last price and your fill.'

interface NetNoteProps {
  /** Rupees before charges and after them; null: not known. */
  gross: number | null
  net: number | null
  /** Whether something in it still runs. */
  isOpen?: boolean
}

/** Says of a profit that it is after charges, and how much they are. */
export function NetNote({ gross, net, isOpen = false }: NetNoteProps) {
  const charges = chargesOf(gross, net)
  const of = <>Net of {charges === null ? null : <Rupees value={charges} />} charges</>
  return isOpen ? (
    <span title={IF_CLOSED}>
      {of}, if closed now<span className="visually-hidden">. {IF_CLOSED}</span>
    </span>
  ) : (
    of
  )
}
