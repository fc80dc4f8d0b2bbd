import { err, ok, type Result } from '../errors.ts'
import type { Instant } from '../time.ts'
import { CandleCsv } from './candleCsv.ts'
import type { CsvMistake } from './csv/CsvLines.ts'
import type { CsvPrices } from './csv/csvPrices.ts'
import { AS_WRITTEN, type FileReading } from './csv/FileReading.ts'
import type { MarketRules } from './MarketRules.ts'
import { MinuteSpacing } from './MinuteSpacing.ts'
import { describeDropped, droppedCount, SessionSieve, type LeftOut } from './SessionSieve.ts'

/**
 * Reads a file of an index's one-minute candles piece by piece, for everything that runs on one: backtest, indicators and replay.
 * Candles outside the session are left out and counted (SessionSieve); what else is wrong refuses the file, in a sentence with the line
 * or the numbers: what CandleCsv refuses, candles of another length than a minute, a file whose candles lie mostly outside of
 * sessions, as they do when its times are not what they seem, and one whose times may be the ends of minutes.
 */
export class IndexMinutes {
  readonly #csv: CandleCsv
  readonly #sieve: SessionSieve
  readonly #spacing = new MinuteSpacing()
  #previous: Instant | null = null
  #kept = 0

  constructor(rules: MarketRules, onCandle: (time: Instant, prices: CsvPrices) => void, { dates, stamps }: FileReading = AS_WRITTEN) {
    this.#sieve = new SessionSieve(rules, 'INDEX', stamps)
    this.#csv = new CandleCsv((stamp, prices) => {
      const time = this.#sieve.startOf(stamp)
      if (this.#previous !== null) this.#spacing.add(this.#previous, time)
      this.#previous = time
      if (!this.#sieve.keeps(time)) return
      this.#kept++
      onCandle(time, prices)
    }, dates)
  }

  /** Parses the next piece of the file. The error is for the file's owner. */
  push(text: string): Result<null, string> {
    return told(this.#csv.push(text))
  }

  /** What was left out. */
  end(): Result<LeftOut, string> {
    const ended = told(this.#csv.end())
    if (!ended.ok) return ended
    const spacing = this.#spacing.mistake()
    if (spacing !== null) return err(spacing)
    const { dropped } = this.#sieve
    if (droppedCount(dropped) > this.#kept)
      return err(
        `only ${this.#kept} of ${this.#kept + droppedCount(dropped)} candles lie in a session; are their times those of India? ${describeDropped(dropped)}`,
      )
    const stamps = this.#sieve.stampMistake()
    return stamps === null ? ok({ dropped, passedOver: { repeated: this.#csv.repeated, untraded: 0 } }) : err(stamps)
  }
}

function told(mistake: CsvMistake | null): Result<null, string> {
  return mistake ? err(`line ${mistake.line}: ${mistake.reason}`) : ok(null)
}
