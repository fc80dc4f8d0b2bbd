/** The option model against every recorded close of Bank Nifty's options on 30 December 2022. */
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { realCandles } from '../../analysis/testing/realCandles.ts'
import { readOptionCandles } from '../../cli/readOptionCandles.ts'
import type { OptionContract } from '../../broker/port.ts'
import { OPTION_TICK, paise } from '../../../schema/money.ts'
import { BacktestMarket } from '../history/BacktestMarket.ts'
import type { OptionType } from '../../../schema/market/OptionType.ts'
import { firstAtOrAfter } from '../history/firstAtOrAfter.ts'
import { ModelledStrike } from '../premiums/ModelledStrike.ts'
import { ModelPremiums } from '../premiums/ModelPremiums.ts'
import { VolatilityLevels } from './VolatilityLevels.ts'

const [DATE, EXPIRY] = ['2022-12-30', '2023-01-05']
const FILE = path.resolve(process.env['SAKHA_REAL_DATA'] ?? '../shared/data', 'options/BANKNIFTY-options-1min-2022-12-30-atm.csv.gz')
const spot = realCandles('options/BANKNIFTY-spot-1min-2022-12-30')
/** The first position that is judged: what comes before 09:45 is what the level is fitted on. */
const FITTED = 30

describe.skipIf(!spot)('a level fitted on 09:15 to 09:45 of 30 December 2022', () => {
  const errors = async (levelOf: (levels: VolatilityLevels) => number) => {
    const { candles } = await readOptionCandles(FILE)
    const market = new BacktestMarket({ index: 'BANKNIFTY', minutes: spot!, tables: SHIPPED_MARKET_TABLES, traded: { kind: 'INDEX' } })
    const term = new VolatilityTerm(SHIPPED_MARKET_RULES)
    const levels = new VolatilityLevels(market, { kind: 'OPTIONS', volatility: new Map(), candles }, term)
    const level = levelOf(levels)
    const [atTheMoney, outOfIt]: [number[], number[]] = [[], []]
    for (const [symbol, { time, close, volume }] of candles) {
      const [, strike, type] = /(\d{5})(CE|PE)$/.exec(symbol)!
      const contract: OptionContract = {
        ...{ token: symbol, tradingSymbol: symbol, exchange: 'NFO', index: 'BANKNIFTY', expiry: EXPIRY, lotSize: 25, tick: OPTION_TICK },
        ...{ strike: paise(Number(strike) * 100), optionType: type as OptionType },
      }
      const model = new ModelPremiums(contract.optionType, new ModelledStrike(market, contract, { level, source: 'OPTIONS' }, term))
      for (let i = 0; i < time.length; i++) {
        const minute = firstAtOrAfter(market.minutes.time, time[i]!, 0)
        if (minute < FITTED || market.minutes.time[minute] !== time[i] || volume[i] === 0) continue
        const error = Math.abs(model.candle(minute)!.close / 100 / close[i]! - 1)
        const out = Math.log(Number(strike) / market.minutes.close[minute]!) * (type === 'CE' ? 1 : -1)
        if (Math.abs(out) <= 0.0025) atTheMoney.push(error)
        else if (out >= 0.005 && out <= 0.02) outOfIt.push(error)
      }
    }
    return { counts: [atTheMoney.length, outOfIt.length], medians: [median(atTheMoney), median(outOfIt)] }
  }

  it('prices the rest of the day within 3% at the money and 8% at 0.5 to 2% out of it, in the median', async () => {
    const { counts, medians } = await errors((levels) => levels.at(FITTED, DATE!, EXPIRY!).level)
    expect(counts[0]).toBeGreaterThan(1_000)
    expect(counts[1]).toBeGreaterThan(2_000)
    expect(medians[0]).toBeLessThan(0.03)
    expect(medians[1]).toBeLessThan(0.08)
  })

  it('is more than twice as near as a constant of 14%', async () => {
    const { medians: constant } = await errors(() => 0.14)
    const { medians: fitted } = await errors((levels) => levels.at(FITTED, DATE!, EXPIRY!).level)
    expect(constant[0]).toBeGreaterThan(2 * fitted[0]!)
  })
})

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
