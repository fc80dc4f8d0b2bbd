import { paise, type Paise } from '../../../schema/money.ts'
import type { Account } from './assess.ts'

/** An account whose loss of the day counts what its open trades have lost (negative: gained) as well; the same object when that is nothing. */
export function withOpenLoss(account: Account, openLoss: Paise): Account {
  return openLoss === 0 ? account : { ...account, lossToday: paise(account.lossToday + openLoss) }
}
