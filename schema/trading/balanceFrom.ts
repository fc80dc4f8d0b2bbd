import { paise, type Paise } from '../money.ts'

/** An account at a moment. `drawdown`: below its highest value before, what it began with included. */
export interface Balance {
  readonly equity: Paise
  readonly drawdown: Paise
}

/** Follows an account from what it begins with: takes one change after the other, and answers with the balance after it. */
export function balanceFrom(funds: Paise): (change: number) => Balance {
  let equity = funds
  let highest = funds
  return (change) => {
    equity = paise(equity + change)
    if (equity > highest) highest = equity
    return { equity, drawdown: paise(highest - equity) }
  }
}
