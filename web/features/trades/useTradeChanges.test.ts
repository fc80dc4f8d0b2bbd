import { describe, expect, it } from 'vitest'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { afterChange } from './useTradeChanges.ts'

const trade = (id: string, status: TradePartsFragment['status'] = 'RUNNING'): TradePartsFragment => ({
  id,
  option: 'NIFTY26NOV24500CE',
  index: 'NIFTY',
  strike: 24_500,
  optionType: 'CE',
  expiry: '2026-11-24',
  strategy: 'EMA Crossover',
  signal: 'LONG',
  mode: 'PAPER',
  entryPrice: 100,
  exitPrice: null,
  target: 150,
  sl: 75,
  trailingStopPercent: null,
  lots: 1,
  quantity: 75,
  fundUsed: 7_500,
  profitLossRs: null,
  charges: 20,
  netProfitLossRs: null,
  status,
  exitReason: null,
  closing: false,
  opened: null,
  closed: null,
  entryTime: '2026-11-20T05:02:00.000Z',
  exitTime: null,
  ltp: null,
})

describe('running trades after a change', () => {
  it('begin with a newly opened one, which a repeated event does not double', () => {
    const once = afterChange([trade('a')], trade('b'))
    expect(once.map(({ id }) => id)).toEqual(['b', 'a'])
    expect(afterChange(once, trade('b')).map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('lose a closed one, also when it was never listed', () => {
    expect(afterChange([trade('a'), trade('b')], trade('a', 'TARGET_HIT')).map(({ id }) => id)).toEqual(['b'])
    expect(afterChange([trade('b')], trade('a', 'COMPLETED')).map(({ id }) => id)).toEqual(['b'])
  })
})
