import { expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { TradeLog } from './TradeLog.ts'

it('of a net alone no trade is written down, and none can be asked for', () => {
  const log = new TradeLog('NET')
  let written = 0
  const write = () => {
    written++
    throw new Error('a trade was written down')
  }
  log.closed(paise(120_00), write)
  log.closed(paise(-20_05), write)
  expect([log.net, written]).toEqual([paise(99_95), 0])
  expect(() => log.result(2, [])).toThrow(RangeError)
})
