import { describe, expect, it } from 'vitest'
import { ColumnWriter } from '../../../schema/market/ColumnWriter.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { fromRupees } from '../../../schema/money.ts'
import { istInstant, MINUTE, type IsoDate } from '../../../schema/time.ts'
import { candleDoubts, describeCandleDoubts } from './candleDoubts.ts'

interface Minute {
  readonly date: IsoDate
  readonly minute: number
  readonly price: number
  readonly low?: number
}

const day = (date: IsoDate, price = 21_700): Minute[] => Array.from({ length: 375 }, (_, minute) => ({ date, minute, price }))

function doubtsOf(minutes: readonly Minute[]): string[] {
  const columns = new ColumnWriter()
  for (const { date, minute, price, low = price } of minutes) {
    const [high, bottom] = [fromRupees(price), fromRupees(low)]
    columns.add(istInstant(date, 555) + minute * MINUTE, { open: high, high, low: bottom, close: high, volume: 0 })
  }
  return describeCandleDoubts('NIFTY', candleDoubts('NIFTY', columns.columns(), SHIPPED_MARKET_RULES))
}

describe('what speaks against a file of an index’s minutes', () => {
  const whole = ['2024-01-01', '2024-01-02', '2024-01-03'].flatMap((date) => day(date))

  it('is nothing where every session is whole, with a holiday and a session in two parts between', () => {
    expect(doubtsOf(whole)).toEqual([])
    const parts = day('2024-03-02').filter(({ minute }) => minute < 45 || (minute >= 135 && minute < 195))
    expect(doubtsOf([...day('2024-03-01', 22_300), ...parts.map((each) => ({ ...each, price: 22_300 }))])).toEqual([])
  })

  it('are minutes and sessions that are missing', () => {
    expect(doubtsOf(whole.filter((_, i) => i % 7 !== 3))).toEqual(['161 minutes missing in 3 sessions.'])
    expect(doubtsOf(whole.filter(({ date }) => date !== '2024-01-02'))).toEqual(['1 session missing altogether: 2024-01-02.'])
  })

  it('is a candle of which one price is a tenth of it', () => {
    const broken = whole.map((each, i) => (i === 400 ? { ...each, low: 2_170 } : each))
    expect(doubtsOf(broken)).toEqual(['1 candle more than 10% away from the one before: 2024-01-02T09:40 (2170 after 21700).'])
  })

  it('are prices far from the level that the index had then', () => {
    expect(doubtsOf(day('2024-01-01', 2_170_000))).toEqual([
      'Nifty 50 was near 21,731 at the time of 2024-01-01, where the file has 21,70,000: is it another index, or are these no rupees?',
    ])
    expect(doubtsOf(day('2024-01-01', 47_000))).toHaveLength(1)
    expect(doubtsOf(day('2024-01-01', 40_000))).toEqual([])
  })
})
