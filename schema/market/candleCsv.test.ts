import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromRupees, paise } from '../money.ts'
import { istInstant, istIso, MINUTE } from '../time.ts'
import { CANDLE_CSV_HEADER, CandleCsv, parseCandleCsv } from './candleCsv.ts'
import type { Candle } from './candles.ts'
import type { DateOrder } from './csv/csvDate.ts'

const GOOD = '2024-01-01T09:15:00+05:30,21727.75,21737.35,21701.8,21712.0,0'
const START = istInstant('2024-01-01', 555)

const file = (...lines: string[]) => [CANDLE_CSV_HEADER, ...lines].join('\n')

function refusal(text: string): string {
  const result = parseCandleCsv(text)
  return result.ok ? 'accepted' : `line ${result.error.line}: ${result.error.reason}`
}

describe('parseCandleCsv', () => {
  const candle = { time: START, open: 21727_75, high: 21737_35, low: 21701_80, close: 21712_00, volume: 0 }

  it('reads a candle in paise and UTC', () => {
    expect(parseCandleCsv(file(GOOD))).toEqual({ ok: true, value: [candle] })
  })

  it('takes a byte order mark, CRLF, a trailing newline and times in UTC or with other offsets', () => {
    for (const time of ['2024-01-01T03:45:00Z', '2024-01-01T03:45Z', '2023-12-31T22:45:00-05:00', '2024-01-01T09:15:00.000+05:30']) {
      const text = `\uFEFF${file(GOOD.replace(/^[^,]*/, time), '')}`.replaceAll('\n', '\r\n')
      expect(parseCandleCsv(text)).toEqual({ ok: true, value: [candle] })
    }
  })

  it.each([
    ['a time as pandas writes it', '2024-01-01 09:15:00+05:30'],
    ['one without an offset, which is India’s', '2024-01-01 09:15:00'],
    ['an offset without a colon', '2024-01-01 09:15:00+0530'],
    ['seconds since 1970', '1704080700'],
    ['seconds since 1970 as a decimal', '1704080700.0'],
    ['milliseconds', '1704080700000'],
    ['nanoseconds', '1704080700000000000'],
  ])('takes %s', (_, time) => {
    expect(parseCandleCsv(file(GOOD.replace(/^[^,]*/, time)))).toEqual({ ok: true, value: [candle] })
  })

  it.each([
    [
      'other names in capitals and further columns',
      'symbol,Datetime,OI,Open,High,Low,Close,Vol',
      'NIFTY,2024-01-01 09:15:00,7,21727.75,21737.35,21701.8,21712.0,0',
    ],
    ['an index without a name', ',open,high,low,close', '2024-01-01 09:15:00,21727.75,21737.35,21701.8,21712.0'],
    ['a counted index beside a time', ',timestamp,o,h,l,c,v', '0,1704080700,21727.75,21737.35,21701.8,21712.0,0'],
    ['date and time apart', 'date,time,open,high,low,close', '2024-01-01,09:15,21727.75,21737.35,21701.8,21712.0'],
    [
      'date and time apart, the date as vendors write it',
      'Ticker,Date,Time,Open,High,Low,Close',
      'NIFTY,01/01/2024,09:15:00,21727.75,21737.35,21701.8,21712.0',
    ],
    ['a date without marks', 'date,time,open,high,low,close', '20240101,9:15,21727.75,21737.35,21701.8,21712.0'],
    ['a date with strokes, the year first', 'time,open,high,low,close', '2024/01/01 09:15,21727.75,21737.35,21701.8,21712.0'],
    ['the name of a month and two digits of the year', 'time,open,high,low,close', '01JAN24 09:15,21727.75,21737.35,21701.8,21712.0'],
    ['a volume that is a dash', 'time,open,high,low,close,volume', '2024-01-01 09:15,21727.75,21737.35,21701.8,21712.0,-'],
    ['the name of a month', 'datetime,open,high,low,close', '01-Jan-2024 09:15:00,21727.75,21737.35,21701.8,21712.0'],
    ['the last second of the minute', 'time,open,high,low,close', '2024-01-01 09:15:59,21727.75,21737.35,21701.8,21712.0'],
    ['semicolons', 'time;open;high;low;close', '2024-01-01 09:15;21727.75;21737.35;21701.8;21712.0'],
    ['tabs', 'time\topen\thigh\tlow\tclose', '2024-01-01 09:15\t21727.75\t21737.35\t21701.8\t21712.0'],
    ['digits in groups', 'time,open,high,low,close', '"2024-01-01 09:15","21,727.75","21,737.35","21,701.80","21,712.00"'],
    ['a volume that nobody counted', 'time,open,high,low,close,volume', '2024-01-01 09:15,21727.75,21737.35,21701.8,21712.0,NaN'],
    [
      'an empty volume, and empty lines at the end',
      'time,open,high,low,close,volume',
      '2024-01-01 09:15,21727.75,21737.35,21701.8,21712.0,\n\n  ',
    ],
    ['quotes', '"time","open","high","low","close"', '"2024-01-01 09:15:00","21727.75","21737.35","21701.8","21712.0"'],
  ])('takes %s', (_, header, line) => {
    expect(parseCandleCsv(`${header}\n${line}\n`)).toEqual({ ok: true, value: [candle] })
  })

  it('asks which number is the day once none alone can be the month, unless it is told or a row before has shown it', () => {
    const dated = (...dates: readonly string[]) => file(...dates.map((date) => GOOD.replace(/^[^,]*/, `${date} 09:15`)))
    const read = (text: string, dates: DateOrder | null = null) => {
      const times: string[] = []
      const candles = new CandleCsv((time) => times.push(istIso(time).slice(0, 10)), dates)
      return candles.push(text)?.reason ?? candles.end()?.reason ?? times
    }
    expect(read(dated('13/01/2024', '02/02/2024', '03/02/2024'))).toEqual(['2024-01-13', '2024-02-02', '2024-02-03'])
    expect(read(dated('01-13-2024', '02-03-2024'))).toEqual(['2024-01-13', '2024-02-03'])
    expect(read(dated('02/01/2024'), 'dmy')).toEqual(['2024-01-02'])
    expect(read(dated('02/01/2024'), 'mdy')).toEqual(['2024-02-01'])
    expect(read(dated('01/01/2024', '02/01/2024'))).toContain('date "02/01/2024" may be 2 January 2024 or 1 February 2024')
    expect(read(dated('13/01/2024'), 'mdy')).toBe('date "13/01/2024" does not exist')
  })

  it('passes over what comes again with the same prices, as where pieces of a file overlap, and counts it', () => {
    const rows = [15, 16, 17].map((minute) => GOOD.replace('09:15', `09:${minute}`))
    const times: number[] = []
    const pieces = new CandleCsv((time) => times.push(time))
    expect(pieces.push(file(...rows, ...rows.slice(1), GOOD.replace('09:15', '09:18'), ''))).toBeNull()
    expect(pieces.end()).toBeNull()
    expect([times.map((time) => (time - START) / MINUTE), pieces.repeated]).toEqual([[0, 1, 2, 3], 2])
  })

  it('refuses a line without an end before it fills the memory', () => {
    const endless = new CandleCsv(() => undefined)
    expect(endless.push(`${CANDLE_CSV_HEADER}\n${'x'.repeat(5_000)}`)).toBeNull()
    expect(endless.push('x'.repeat(5_001))).toEqual({ line: 2, reason: 'the line is longer than 10000 characters' })
  })

  it('reads a text the same however it is cut into pieces', () => {
    const text = file(GOOD, GOOD.replace('09:15', '09:16'), '')
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
        const times: number[] = []
        const pieces = new CandleCsv((time) => times.push(time))
        const at = [0, ...cuts.toSorted((a, b) => a - b), text.length]
        for (let i = 1; i < at.length; i++) expect(pieces.push(text.slice(at[i - 1], at[i]))).toBeNull()
        expect(pieces.end()).toBeNull()
        expect(times).toEqual([START, START + MINUTE])
      }),
    )
  })

  it('reads digits that are grouped as in India', () => {
    const result = parseCandleCsv(file('2024-01-01T09:15:00+05:30,"1,21,727.75","1,21,737.35","1,21,701.80","1,21,712.00",0'))
    expect(result).toMatchObject({ ok: true, value: [{ open: 121727_75, close: 121712_00 }] })
  })

  it('rounds prices to the paisa, halves up', () => {
    const result = parseCandleCsv(file('2024-01-01T09:15:00+05:30,1.005,1.0149999,1.0049,1.01,12.5'))
    expect(result).toEqual({ ok: true, value: [{ time: START, open: 101, high: 101, low: 100, close: 101, volume: 12.5 }] })
  })

  it.each([
    ['', 'line 1: expected a column open in the header, found ""'],
    ['time,price\n', 'line 1: expected a column open in the header, found "time,price"'],
    ['ticker,open,high,low,close\n', 'line 1: expected a column time in the header, found "ticker,open,high,low,close"'],
    ['datetime,timestamp,open,high,low,close\n', 'line 1: the header names the time twice: datetime and timestamp'],
    [`${CANDLE_CSV_HEADER}\n`, 'line 2: expected a candle, found the end of the file'],
    [CANDLE_CSV_HEADER, 'line 2: expected a candle, found the end of the file'],
    [file(GOOD, '2024-01-01T09:16'), 'line 3: expected 6 fields, found 1'],
    [file(GOOD, '', GOOD), 'line 3: the line is empty'],
    [file(GOOD, GOOD.replace('21712.0', '21712.5')), 'line 3: time 2024-01-01T09:15:00+05:30 comes a second time, with other prices'],
    [file(GOOD, GOOD.replace('09:15', '09:14')), 'line 3: time 2024-01-01T09:14:00+05:30 is earlier than on the line before'],
    [
      file(GOOD.replace(/^[^,]*/, 'at 09:15 sharp')),
      'line 2: time "at 09:15 sharp" is not a date and time like 2024-01-01T09:15:00+05:30, nor a number since 1970',
    ],
    [file(GOOD.replace(/^[^,]*/, '1704080701')), 'line 2: time "1704080701" is not on a whole minute'],
    [file(GOOD.replace('01-01', '02-30')), 'line 2: date "2024-02-30" does not exist'],
    [file(GOOD.replace('01-01', '13-01')), 'line 2: date "2024-13-01" does not exist'],
    [file(GOOD.replace(':00+', ':30+')), 'line 2: time "2024-01-01T09:15:30+05:30" is not on a whole minute'],
    [file(GOOD.replace(':00+', ':00.5+')), 'line 2: time "2024-01-01T09:15:00.5+05:30" is not on a whole minute'],
    [file(GOOD.replace('21712.0', 'NaN')), 'line 2: close "NaN" is not a positive number'],
    [file(GOOD.replace('21712.0', '-1')), 'line 2: close "-1" is not a positive number'],
    [file(GOOD.replace('21727.75', '0')), 'line 2: open "0" is not a positive number'],
    [file(GOOD.replace('21727.75', '')), 'line 2: open "" is not a positive number'],
    [file(GOOD.replace('21727.75', '1e4')), 'line 2: open "1e4" is not a positive number'],
    [file(GOOD.replace('21727.75', ' 21727')), 'line 2: open " 21727" is not a positive number'],
    [file(GOOD.replace('21727.75', '9'.repeat(400))), `line 2: open "${'9'.repeat(40)}…" is more than 1000000000`],
    [file(GOOD.replace('21701.8', '0.004')), 'line 2: low "0.004" is less than one paisa'],
    [file(GOOD.replace('21701.8', '21730')), 'line 2: low 21730 is above the open 21727.75'],
    [file(GOOD.replace('21701.8', '21720')), 'line 2: low 21720 is above the close 21712.0'],
    [file(GOOD.replace('21737.35', '21720')), 'line 2: high 21720 is below the open 21727.75'],
    [file(GOOD.replace('21712.0', '21740')), 'line 2: high 21737.35 is below the close 21740'],
    [file(GOOD.replace(/0$/, '-1')), 'line 2: volume "-1" is not a number of zero or more'],
    [file(GOOD.replace(/0$/, 'many')), 'line 2: volume "many" is not a number of zero or more'],
    [file(GOOD.replace(/,.*/, ',0,0,0,0,0')), 'line 2: open, high, low and close are zero'],
    [
      file(GOOD.replace(/^[^,]*/, '02/01/2024 09:15')),
      'line 2: date "02/01/2024" may be 2 January 2024 or 1 February 2024: say which (--dates dmy or --dates mdy), or write it like 2024-01-02',
    ],
    [
      file(GOOD, GOOD.replace(/^[^,]*/, '2024-01-01T09:16')),
      'line 3: time "2024-01-01T09:16" has no offset from UTC, those before it have one',
    ],
  ])('refuses %j', (text, expected) => {
    expect(refusal(text)).toBe(expected)
  })

  const price = fc.integer({ min: 1, max: 10_000_000_00 })
  const candles = fc
    .array(fc.tuple(fc.tuple(price, price, price, price), fc.nat(1_000_000), fc.integer({ min: 1, max: 5_000 })), { minLength: 1 })
    .map((rows) => {
      let time = START
      return rows.map(([prices, volume, gap]): Candle => {
        time += gap * MINUTE
        const [low, open, close, high] = prices.toSorted((a, b) => a - b).map(paise) as [
          Candle['low'],
          Candle['open'],
          Candle['close'],
          Candle['high'],
        ]
        return { time, open, high, low, close, volume }
      })
    })

  const line = (c: Candle) => [istIso(c.time), ...[c.open, c.high, c.low, c.close].map((p) => (p / 100).toFixed(2)), c.volume].join(',')

  it('reads back exactly what was written, for every series', () => {
    fc.assert(
      fc.property(candles, (series) => {
        expect(parseCandleCsv(file(...series.map(line), ''))).toEqual({ ok: true, value: series })
      }),
    )
  })

  it('rounds like fromRupees, for every price of up to six decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.stringMatching(/^\d{1,6}$/), (whole, fraction) => {
        const text = `${whole}.${fraction}`
        const result = parseCandleCsv(file(`2024-01-01T09:15Z,${text},${text},${text},${text},0`))
        expect(result.ok && result.value[0]!.close).toBe(fromRupees(Number(text)))
      }),
    )
  })

  it('answers every text with candles or a line and a reason, never with an exception', () => {
    const mutilated = fc.tuple(candles, fc.nat(), fc.string()).map(([series, at, junk]) => {
      const text = file(...series.map(line))
      return text.slice(0, at % text.length) + junk + text.slice((at % text.length) + junk.length)
    })
    fc.assert(
      fc.property(fc.oneof(fc.string(), mutilated), (text) => {
        const result = parseCandleCsv(text)
        if (!result.ok) expect(result.error.line).toBeGreaterThanOrEqual(1)
        else
          for (const c of result.value)
            expect(c.low <= Math.min(c.open, c.close) && c.high >= Math.max(c.open, c.close) && c.low > 0).toBe(true)
      }),
    )
  })
})
