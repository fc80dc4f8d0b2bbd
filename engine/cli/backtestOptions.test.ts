import { describe, expect, it } from 'vitest'
import { parseBacktestOptions } from './backtestOptions.ts'
import { UsageError } from './failures.ts'

const NEEDED = ['--candles', 'x.csv', '--strategy', 'macd']

describe('the options of a backtest', () => {
  it('have defaults: NIFTY options by the model, one lot, ten lakh', () => {
    expect(parseBacktestOptions(NEEDED)).toMatchObject({
      ...{
        index: 'NIFTY',
        traded: 'model',
        volatility: null,
        slippage: 1,
        sizeByRisk: false,
        lots: 1,
        from: null,
        to: null,
        walkForward: null,
        rankBy: null,
      },
      account: { funds: 10_00_000_00 },
    })
    expect(parseBacktestOptions(['--help'])).toBeNull()
  })

  it('read a grid and the days of a walk-forward', () => {
    const options = parseBacktestOptions([...NEEDED, '--sweep', 'fast=5,9; level=-0.5', '--walk-forward', '60/20'])
    expect([...(options?.grid ?? [])]).toEqual([
      ['fast', [5, 9]],
      ['level', [-0.5]],
    ])
    expect(options?.walkForward).toEqual({ train: 60, validate: 20 })
  })

  it.each([
    [['--strategy', 'macd'], '--candles is missing'],
    [['--candles', 'x.csv'], '--strategy is missing'],
    [[...NEEDED, '--index', 'DAX'], '--index must be NIFTY, BANKNIFTY, SENSEX, MIDCAP, not "DAX"'],
    [[...NEEDED, '--source', 'guess'], '--source must be model or index, not "guess"'],
    [[...NEEDED, '--lots', '1.5'], '--lots must be a whole number from 1 to 50, not "1.5"'],
    [[...NEEDED, '--lots', '0'], '--lots must be a whole number from 1 to 50, not "0"'],
    [[...NEEDED, '--iv', '1e9'], '--iv must be a number from 1 to 200, not "1e9"'],
    [[...NEEDED, '--slippage', '21'], '--slippage must be a number from 0 to 20, not "21"'],
    [[...NEEDED, '--size', 'big'], '--size must be fixed or risk, not "big"'],
    [[...NEEDED, '--funds', 'much'], '--funds must be a number from 10000 to 10000000, not "much"'],
    [[...NEEDED, '--from', '2024-02-31'], '--from must be a date like 2024-01-31, not "2024-02-31"'],
    [[...NEEDED, '--sweep', 'fast=a'], '--sweep must be like "fast=5,9,12;slow=21,34", not "fast=a"'],
    [[...NEEDED, '--walk-forward', '60'], '--walk-forward must be days to train on and days to validate on, like 60/20, not "60"'],
    [
      [...NEEDED, '--rank-by', 'luck'],
      '--rank-by must be net, winRate, expectancy, profitFactor, sharpe, sortino, deflatedSharpe, not "luck"',
    ],
  ])('%j: %s', (args, sentence) => {
    expect(() => parseBacktestOptions(args)).toThrow(new UsageError(sentence))
  })

  it('refuse a grid of more sets than a sweep may have', () => {
    const values = Array.from({ length: 101 }, (_, i) => i).join(',')
    expect(() => parseBacktestOptions([...NEEDED, '--sweep', `a=${values};b=${values}`])).toThrow('10201 parameter sets, more than 10000')
  })
})
