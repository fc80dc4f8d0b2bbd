import { describe, expect, it } from 'vitest'
import { parseInstrumentMaster } from './instrumentMaster.ts'

const NIFTY_ROW = {
  token: '43210',
  symbol: 'NIFTY28JUL2624400CE',
  name: 'NIFTY',
  expiry: '28JUL2026',
  strike: '2440000.000000',
  lotsize: '65',
  instrumenttype: 'OPTIDX',
  exch_seg: 'NFO',
  tick_size: '5.000000',
}

describe('parseInstrumentMaster', () => {
  it('reads an index option, prices in paise', () => {
    expect(parseInstrumentMaster([NIFTY_ROW])).toEqual({
      dropped: 0,
      contracts: [
        {
          exchange: 'NFO',
          token: '43210',
          tradingSymbol: 'NIFTY28JUL2624400CE',
          index: 'NIFTY',
          expiry: '2026-07-28',
          strike: 24_400_00,
          optionType: 'CE',
          lotSize: 65,
          tick: 5,
        },
      ],
    })
  })

  it('a strike that is in rupees, against the rule of the file, is seen by the symbol, and one that is not stays', () => {
    const strikeOf = (symbol: string, strike: string) => parseInstrumentMaster([{ ...NIFTY_ROW, symbol, strike }]).contracts[0]?.strike
    expect(strikeOf('NIFTY28JUL2624400CE', '24400.000000')).toBe(24_400_00)
    expect(strikeOf('NIFTY28JUL2624400CE', '2440000.000000')).toBe(24_400_00)
    expect(strikeOf('NIFTYWEEKLYCE', '2440000.000000')).toBe(24_400_00)
  })

  it('takes the values of a SENSEX option from its columns, whatever its symbol looks like', () => {
    const row = {
      ...NIFTY_ROW,
      symbol: 'SENSEX24MAR75000PE',
      name: 'SENSEX',
      exch_seg: 'BFO',
      expiry: '28MAR2024',
      strike: '7500000.000000',
      lotsize: '10',
    }
    expect(parseInstrumentMaster([row]).contracts[0]).toMatchObject({
      index: 'SENSEX',
      expiry: '2024-03-28',
      strike: 75_000_00,
      optionType: 'PE',
      lotSize: 10,
    })
  })

  it('passes over what is no option of the four indices without counting it', () => {
    const others = [
      { ...NIFTY_ROW, instrumenttype: 'FUTIDX', symbol: 'NIFTY28JUL26FUT' },
      { ...NIFTY_ROW, name: 'FINNIFTY' },
      { ...NIFTY_ROW, exch_seg: 'BFO' },
      { ...NIFTY_ROW, instrumenttype: 'AMXIDX', symbol: 'Nifty 50', exch_seg: 'NSE', strike: '-1.000000', expiry: '' },
      null,
      'text',
      {},
    ]
    expect(parseInstrumentMaster(others)).toEqual({ contracts: [], dropped: 0 })
  })

  it.each([
    ['no expiry', { expiry: '' }],
    ['an impossible expiry', { expiry: '31FEB2026' }],
    ['an unknown month', { expiry: '28XXX2026' }],
    ['strike -1', { strike: '-1.000000' }],
    ['strike NaN', { strike: 'NaN' }],
    ['a number instead of text', { strike: 2440000 }],
    ['no lot', { lotsize: '0' }],
    ['no tick', { tick_size: '0.000000' }],
    ['a symbol that is neither call nor put', { symbol: 'NIFTY28JUL2624400XX' }],
    ['no token', { token: '' }],
  ])('a row with %s is left out and counted', (_, change) => {
    const read = parseInstrumentMaster([NIFTY_ROW, { ...NIFTY_ROW, token: '43211', ...change }])
    expect(read.dropped).toBe(1)
    expect(read.contracts).toHaveLength(1)
  })

  it('a second row of one token is left out and counted', () => {
    const read = parseInstrumentMaster([NIFTY_ROW, { ...NIFTY_ROW, strike: '9.000000' }])
    expect(read.dropped).toBe(1)
    expect(read.contracts[0]?.strike).toBe(24_400_00)
  })

  it('what is no list is refused', () => {
    expect(() => parseInstrumentMaster({ rows: [] })).toThrow('no array')
  })
})
