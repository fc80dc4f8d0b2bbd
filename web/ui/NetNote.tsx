import { formatSignedRupees } from '../lib/formatMoney.ts'
import { Rupees } from './Rupees.tsx'

/** What the net of something open is made of, for those who ask. */
const IF_CLOSED =
  'What would be left if everything open were closed at the last prices: after brokerage, taxes and fees of both sides. The spread between the last price and the one you get is not in it.'

/** Beside a profit before charges what is left after them, in rupees; null is "—". `isOpen`: something in it still runs. */
export function NetNote({ value, isOpen = false }: { value: number | null; isOpen?: boolean }) {
  const amount = <Rupees value={value} format={formatSignedRupees} />
  return isOpen ? (
    <span title={IF_CLOSED}>
      net {amount} if closed now<span className="visually-hidden">. {IF_CLOSED}</span>
    </span>
  ) : (
    <>net {amount}</>
  )
}
