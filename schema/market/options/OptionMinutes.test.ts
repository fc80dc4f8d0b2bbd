import { describe, expect, it } from 'vitest'
import { istInstant, istIso, MINUTE } from '../../time.ts'
import { SHIPPED_MARKET_RULES } from '../MarketRules.ts'
import { OptionMinutes } from './OptionMinutes.ts'

const HEADER = 'time,symbol,open,high,low,close,volume'
const CALL = 'NIFTY04JAN2421700CE'
const PUT = 'NIFTY04JAN2421700PE'
const OPEN = istInstant('2024-01-01', 555)

const row = (minute: number, symbol = CALL, prices = '100,101,99,100,50') => `${istIso(OPEN + minute * MINUTE)},${symbol},${prices}`

function read(...lines: readonly string[]) {
  const rows: string[] = []
  const file = new OptionMinutes(SHIPPED_MARKET_RULES, ({ symbol }, time, { close, volume }) =>
    rows.push(`${symbol} ${(time - OPEN) / MINUTE} ${close} ${volume}`),
  )
  const pushed = file.push([...lines, ''].join('\n'))
  return { rows, found: pushed.ok ? file.end() : pushed }
}

const NOTHING_DROPPED = { beforeOpen: 0, afterClose: 0, inPause: 0, noSession: 0, daysWithoutSession: [] }

describe('a file of option minutes', () => {
  it('gives every row with its contract, in paise, and counts the minutes that have none', () => {
    const { rows, found } = read(HEADER, row(0), row(0, PUT), row(1), row(2), row(3), row(7))
    expect(rows).toEqual([`${CALL} 0 10000 50`, `${PUT} 0 10000 50`, ...[1, 2, 3, 7].map((minute) => `${CALL} ${minute} 10000 50`)])
    expect(found).toEqual({
      ok: true,
      value: {
        rows: 6,
        contracts: 2,
        from: '2024-01-01',
        to: '2024-01-01',
        gaps: 3,
        dropped: NOTHING_DROPPED,
        passedOver: { repeated: 0, untraded: 0 },
      },
    })
  })

  it.each([
    ['index, expiry, strike and type', 'time,index,expiry,strike,type,open,high,low,close', 'NIFTY,2024-01-04,21700,CE', CALL],
    [
      'a name that people use for an index, and for a type',
      'time,name,expiry,strike,right,open,high,low,close',
      'MIDCAP,2024-01-01,10375,put',
      'MIDCPNIFTY01JAN2410375PE',
    ],
    ['symbol and its parts together', 'time,symbol,expiry,strike,type,open,high,low,close', `${CALL},2024-01-04,21700.0,CE`, CALL],
    ['a weekly contract of the BSE', 'time,symbol,open,high,low,close', 'SENSEX2410572000CE', 'SENSEX2410572000CE'],
    ['a monthly contract of the BSE', 'time,symbol,open,high,low,close', 'SENSEX24JAN72000CE', 'SENSEX24JAN72000CE'],
    ['the symbol of another broker, of a week', 'time,tradingsymbol,open,high,low,close', 'NIFTY2410421700CE', CALL],
    ['the same of a month', 'time,tradingsymbol,open,high,low,close', 'NIFTY24JAN21700CE', 'NIFTY25JAN2421700CE'],
    ['a symbol in small letters behind its exchange', 'time,symbol,open,high,low,close', 'nfo:nifty04jan2421700ce', CALL],
    [
      'a symbol that nobody knows beside its parts',
      'time,ticker,name,expiry,strike,type,open,high,low,close',
      'NIFTY-I,NIFTY,04JAN2024,21700,CE',
      CALL,
    ],
    [
      'the columns of a vendor',
      'datetime,stock_code,exchange_code,product_type,expiry_date,right,strike_price,open,high,low,close',
      'CNXBAN,NFO,Options,03-JAN-2024,Call,48000',
      'BANKNIFTY03JAN2448000CE',
    ],
  ])('names contracts by %s', (_, header, contract, symbol) => {
    const { rows, found } = read(header, `2024-01-01 09:15:00,${contract},100,101,99,100`)
    expect([rows, found.ok]).toEqual([[`${symbol} 0 10000 0`], true])
  })

  it.each([
    [
      'a minute that is there twice, with other prices',
      [row(0), row(0, PUT), row(0, CALL, '100,101,99,100,51')],
      `line 4: time ${istIso(OPEN)} of ${CALL} comes a second time, with other prices`,
    ],
    [
      'an overlap with other prices',
      [row(0), row(1), row(0, CALL, '100,101,99,100,51')],
      `line 4: time ${istIso(OPEN)} of ${CALL} comes a second time, with other prices`,
    ],
    ['rows of a contract out of order', [row(1), row(0)], `line 3: time ${istIso(OPEN)} of ${CALL} is earlier than on line 2`],
    [
      'a strike between the steps',
      [row(0, 'NIFTY04JAN2421720CE')],
      'line 2: "NIFTY04JAN2421720CE": strikes of NIFTY are multiples of 50, found 21720',
    ],
    [
      'an expiry on a holiday',
      [row(0, 'NIFTY26JAN2421700CE')],
      'line 2: "NIFTY26JAN2421700CE": no option expires on 2024-01-26, when nothing is traded',
    ],
    [
      'an expiry that its index did not have',
      [row(0), row(0, 'NIFTY05JAN2421700CE')],
      'line 3: NIFTY05JAN2421700CE: no options of NIFTY expire on 2024-01-05, the next do on 2024-01-11',
    ],
    [
      'an expiry on the weekday of former years',
      [row(0, 'BANKNIFTY04JAN2448000CE')],
      'line 2: BANKNIFTY04JAN2448000CE: no options of BANKNIFTY expire on 2024-01-04, the next do on 2024-01-10',
    ],
    [
      'an expiry on a day that does not exist',
      [row(0, 'NIFTY31FEB2421700CE')],
      'line 2: "NIFTY31FEB2421700CE": expected an expiry like 2024-01-25, found "2024-02-31"',
    ],
    ['a contract that had expired', [row(0), row(0, 'NIFTY28DEC2321700CE')], 'line 3: NIFTY28DEC2321700CE has expired on 2023-12-28'],
    [
      'a stock',
      [row(0, 'RELIANCE')],
      'line 2: "RELIANCE": no trading symbol of an index option, like NIFTY04JAN2421700CE or SENSEX2691780500CE',
    ],
    ['a low above the close', [row(0, CALL, '100,101,100.5,100,0')], 'line 2: low 100.5 is above the open 100'],
    [
      'five minutes between rows',
      [0, 5, 10].map((minute) => row(minute)),
      'expected one-minute candles, found candles 5 minutes apart (2 of 2 within a day)',
    ],
    ['no row at all', [], 'line 2: expected a row, found the end of the file'],
  ])('is refused for %s', (_, lines, error) => {
    expect(read(HEADER, ...lines).found).toEqual({ ok: false, error })
  })

  // NSE moved the expiries of Nifty from Thursdays to Tuesdays on 1 September 2025: 4 to 9, 11 to 16 September, 1 to 7 October (circular FAOP68747).
  it.each(['04SEP25', '11SEP25', '01OCT25', '09SEP25', '30DEC25', '24DEC25'])('names %s as it was before expiries moved', (expiry) => {
    const read_ = (date: string) => read(HEADER, `${date}T09:15:00+05:30,NIFTY${expiry}24500CE,100,101,99,100,5`).found
    expect(read_('2025-08-29').ok).toBe(true)
    expect(read_('2025-09-01').ok).toBe(['09SEP25', '30DEC25'].includes(expiry))
  })

  it('is not held against expiries of a year of which they are not known', () => {
    expect(read(HEADER, '2019-12-30T09:15:00+05:30,BANKNIFTY06JAN2032000CE,100,101,99,100,5').found.ok).toBe(true)
    expect(read(HEADER, '2020-01-02T09:15:00+05:30,NIFTY10JAN2012000CE,100,101,99,100,5').found.ok).toBe(true)
    // Seen in a year that is not covered, of one that is.
    expect(read(HEADER, '2020-12-31T09:15:00+05:30,NIFTY08JAN2114000CE,100,101,99,100,5').found.ok).toBe(false)
  })

  it('is refused when a symbol and its parts disagree, or neither is there', () => {
    const header = 'time,symbol,expiry,strike,type,open,high,low,close'
    const refusal = (contract: string) => read(header, `2024-01-01 09:15:00,${contract},100,101,99,100`).found
    expect(refusal(`${CALL},2024-01-11,21700,CE`)).toEqual({ ok: false, error: `line 2: ${CALL} expires on 2024-01-04, not on 2024-01-11` })
    expect(refusal(`${CALL},2024-01-04,21750,CE`)).toEqual({ ok: false, error: `line 2: ${CALL} has another strike than 21750` })
    expect(refusal(`${CALL},2024-01-04,21700,PE`)).toEqual({ ok: false, error: `line 2: ${CALL} is another type than PE` })
    expect(refusal(`${CALL},2024-01-04,21700,FUT`)).toEqual({ ok: false, error: 'line 2: type "FUT" is not CE or PE' })
    expect(read('time,open,high,low,close').found).toEqual({
      ok: false,
      error: 'line 1: expected a column symbol in the header, or the columns index, expiry, strike and type',
    })
  })

  it('is refused at a contract more than there can be, so that made-up strikes do not fill the memory', () => {
    const rows = Array.from({ length: 50_001 }, (_, i) => row(0, `NIFTY04JAN24${50 * (i + 1)}CE`))
    expect(read(HEADER, ...rows.slice(0, 50_000)).found).toMatchObject({ ok: true, value: { contracts: 50_000 } })
    expect(read(HEADER, ...rows).found).toEqual({
      ok: false,
      error: 'line 50002: NIFTY04JAN242500050CE is one contract more than the 50,000 that fit: split the file',
    })
  })

  it('passes over the part by which pieces of it overlap that were put together', () => {
    const piece = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => [row(from + i), row(from + i, PUT)]).flat()
    const { rows, found } = read(HEADER, ...piece(0, 20), ...piece(10, 30))
    expect(rows).toHaveLength(60)
    expect(found).toMatchObject({ ok: true, value: { rows: 60, gaps: 0, passedOver: { repeated: 20, untraded: 0 } } })
  })

  it('passes over rows that nobody traded and those that come again, counted', () => {
    const { rows, found } = read(
      HEADER,
      row(0),
      row(0),
      row(1, CALL, '0,0,0,0,0'),
      row(1, PUT, '0.00,0.00,0.00,0.00,'),
      row(2),
      row(3),
      row(4),
    )
    expect(rows).toEqual([0, 2, 3, 4].map((minute) => `${CALL} ${minute} 10000 50`))
    expect(found).toMatchObject({ ok: true, value: { rows: 4, passedOver: { repeated: 1, untraded: 2 } } })
    expect(read(HEADER, row(0, CALL, '0,0,0,0,5')).found).toEqual({ ok: false, error: 'line 2: open "0" is not a positive number' })
  })

  it('is refused when its times may be the ends of minutes', () => {
    const late = Array.from({ length: 375 }, (_, i) => row(i + 1))
    expect(read(HEADER, ...late).found).toMatchObject({ ok: false, error: expect.stringContaining('--stamps end') })
  })

  it('loses what is outside the options’ session, counted', () => {
    const { rows, found } = read(HEADER, row(-8), ...Array.from({ length: 377 }, (_, i) => row(i)))
    expect(rows).toHaveLength(375)
    expect(found).toMatchObject({ ok: true, value: { rows: 375, gaps: 0, dropped: { beforeOpen: 1, afterClose: 2 } } })
  })
})
