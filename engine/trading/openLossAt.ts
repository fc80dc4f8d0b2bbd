import { paise, type Paise } from '../../schema/money.ts'
import { openQuantityOf, type Position } from './trades.ts'

/** What a trade has lost while its open units are worth a last price, with what its orders cost so far; negative is a gain. */
export function openLossAt(trade: Position, lastPrice: Paise): Paise {
  return paise(trade.entryValue + trade.charges - trade.exitValue - lastPrice * openQuantityOf(trade))
}
