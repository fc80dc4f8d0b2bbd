import type { Contender } from './Contender.ts'

/** The crosses of EMA(12) and EMA(26) traded long and short at the next open, without rules, risk or calendar, in one loop. */
export const inlineCross: Contender = ({ open, close }) => {
  const trades: { readonly entry: number; readonly exit: number; readonly profit: number }[] = []
  return () => {
    trades.length = 0
    let fast = close[0]!
    let slow = close[0]!
    let before = 0
    let entry = 0
    for (let i = 0; i < close.length - 1; i++) {
      fast += (close[i]! - fast) * (2 / 13)
      slow += (close[i]! - slow) * (2 / 27)
      const now = fast > slow ? 1 : -1
      if (now === before) continue
      const price = open[i + 1]!
      if (before !== 0) trades.push({ entry, exit: price, profit: (price - entry) * before })
      entry = price
      before = now
    }
    return trades.length
  }
}
