import { paise, type Paise } from '../../../schema/money.ts'
import type { IsoDate } from '../../../schema/time.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import type { VolatilityLevel } from '../volatility/VolatilityLevels.ts'
import type { BacktestDenial, BacktestEntry, BacktestResult, BacktestSignal, BacktestTrade, ModelledLevel } from './BacktestResult.ts'

/** What a trader keeps of its trading: all of it, or the net alone, which records no trade. */
export class TradeLog {
  readonly #keeps: 'ALL' | 'NET'
  readonly #trades: BacktestTrade[] = []
  readonly #denials: BacktestDenial[] = []
  /** By what they say. */
  readonly #levels = new Map<string, ModelledLevel>()
  #net = 0

  constructor(keeps: 'ALL' | 'NET') {
    this.#keeps = keeps
  }

  /** Of the closed trades. */
  get net(): Paise {
    return paise(this.#net)
  }

  /** An option that was chosen from or traded was priced by the model on a date. */
  modelled({ level, source }: VolatilityLevel, date: IsoDate): void {
    if (this.#keeps === 'ALL') this.#levels.set(`${date} ${source} ${level}`, { level, source, date })
  }

  denied({ side, candleTime, indexPrice }: BacktestSignal, denial: Denial): void {
    if (this.#keeps === 'ALL') this.#denials.push({ side, candleTime, indexPrice, denial })
  }

  /** `trade` writes it down, where it is kept. */
  closed(net: Paise, trade: () => BacktestTrade): void {
    this.#net += net
    if (this.#keeps === 'ALL') this.#trades.push(trade())
  }

  /** All of it. Throws a RangeError when the net alone was kept. */
  result(signals: number, stillOpen: readonly BacktestEntry[]): BacktestResult {
    if (this.#keeps === 'NET') throw new RangeError('no trade was written down')
    const trades = this.#trades.toSorted((a, b) => a.exitTime - b.exitTime)
    return { signals, trades, denials: this.#denials, stillOpen, levels: [...this.#levels.values()] }
  }
}
