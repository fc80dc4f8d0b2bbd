import { expect, it } from 'vitest'
import { fromRupees } from '../../../schema/money.ts'
import { istInstant, MINUTE } from '../../../schema/time.ts'
import { contractOf } from '../../trading/testing/contracts.ts'
import { NO_LEGS, type BacktestTrade } from '../trades/BacktestResult.ts'
import { recordedFills } from './recordedFills.ts'
import { minutesFrom } from '../testing/history.ts'

const OPEN = istInstant('2024-01-01', 555)
const contract = contractOf('NIFTY', 21_700, 'CE')
const candles = new Map([[contract.tradingSymbol, minutesFrom('2024-01-01', '09:15', [[100, 110, 95, 105], null, [105, 106, 104, 104]])]])

function trade(entryPrice: number, exitPrice: number, exitMinute: number, of: BacktestTrade['contract'] = contract): BacktestTrade {
  return {
    ...{
      side: 'LONG',
      candleTime: OPEN - MINUTE,
      indexPrice: fromRupees(21_700),
      contract: of,
      option: null,
      source: 'CANDLES',
      quantity: 50,
    },
    ...{
      entryTime: OPEN + 300,
      entryPrice: fromRupees(entryPrice),
      exitTime: OPEN + exitMinute * MINUTE,
      exitPrice: fromRupees(exitPrice),
    },
    ...{
      exitReason: 'TARGET',
      levels: null,
      extremes: null,
      legs: NO_LEGS,
      gross: fromRupees(0),
      charges: fromRupees(0),
      net: fromRupees(0),
    },
  }
}

it('a fill is inside its minute from the low to the high, both included; what was not recorded does not count', () => {
  expect(recordedFills([trade(110, 104, 2), trade(94.95, 106.05, 2)], candles)).toEqual({ fills: 4, inside: 2, share: 0.5 })
  // In the second minute nothing was recorded; the last millisecond of the third belongs to it.
  expect(recordedFills([trade(95, 90, 1), trade(95, 106, 3 - 1 / MINUTE)], candles)).toEqual({ fills: 3, inside: 3, share: 1 })
  const other = contractOf('NIFTY', 21_750, 'CE')
  expect(recordedFills([trade(1, 1, 2, other), trade(1, 1, 2, null)], candles)).toEqual({ fills: 0, inside: 0, share: null })
})
