import { DataFrame } from 'data-forge'
import { backtest, type IBar } from 'grademark'
import * as signals from 'trading-signals'
import type { Contenders } from './Contender.ts'

interface CrossBar extends IBar {
  readonly cross: -1 | 0 | 1
}

/** The averages come from trading-signals, because grademark has none; they are computed outside of the timing. */
export const GRADEMARK: Contenders = {
  'ema cross': ({ time, open, high, low, close, volume }) => {
    const fast = new signals.EMA(12)
    const slow = new signals.EMA(26)
    let before: boolean | null = null
    const rows = Array.from(close, (price, i): CrossBar => {
      const above = fast.update(price, false) > slow.update(price, false)
      const cross = before === null || before === above ? 0 : above ? 1 : -1
      before = above
      return { time: new Date(time[i]!), open: open[i]!, high: high[i]!, low: low[i]!, close: price, volume: volume[i]!, cross }
    })
    const series = new DataFrame<number, CrossBar>(rows)
    return () =>
      backtest<CrossBar, CrossBar, Record<string, number>, number>(
        {
          entryRule: (enter, { bar }) => {
            if (bar.cross === 1) enter()
          },
          exitRule: (exit, { bar }) => {
            if (bar.cross === -1) exit()
          },
        },
        series,
      )
  },
}
