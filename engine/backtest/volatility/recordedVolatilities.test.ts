/**
 * What recorded options imply, against other sources on the same options: their source's own implied volatilities, and a rule of thumb.
 * The levels of 29 August 2025 and 27 March 2026, 10.6% and 33 to 44%, are those from which vixLevel.ts has its ratios.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { toColumns, type Candle, type CandleColumns } from '../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { impliedAtm } from '../../../schema/market/options/impliedAtm.ts'
import { optionSymbol } from '../../../schema/market/options/optionSymbol.ts'
import { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { fromRupees, paise } from '../../../schema/money.ts'
import { DAY, MINUTE } from '../../../schema/time.ts'
import { BacktestMarket } from '../history/BacktestMarket.ts'
import { VolatilityLevels } from './VolatilityLevels.ts'

const FOLDER = path.resolve(process.env['SAKHA_REAL_DATA'] ?? '../shared/data', 'options')
const [CHAIN, STRADDLES] = ['NIFTY-chain-snapshots-2025-08-29-am.csv.gz', 'MULTI-atm-straddle-1min-2026-03-27.csv.gz'].map((name) =>
  path.join(FOLDER, name),
) as [string, string]
const skipped = (file: string) => (existsSync(file) ? '' : ` (skipped: no ${file})`)
const rules = SHIPPED_MARKET_RULES
const term = new VolatilityTerm(rules)
type Row = Readonly<Record<string, string>>

describe.skipIf(skipped(CHAIN) !== '')(`NIFTY’s chain on the morning of 29 August 2025${skipped(CHAIN)}`, () => {
  /** Of each snapshot what the pair nearest the money implies by its mid prices, and what its source gives of the same pair. */
  const snapshots = () =>
    [...grouped(rowsOf(CHAIN), ({ time }) => time!)].flatMap(([time, chain]) => {
      const mid = (row: Row, type: 'ce' | 'pe') => (number(row, `${type}_bid`) + number(row, `${type}_ask`)) / 2
      const apart = (row: Row) => Math.abs(mid(row, 'ce') - mid(row, 'pe'))
      const row = chain.reduce((best, each) => (apart(each) < apart(best) ? each : best))
      const [at, expiresAt] = [Date.parse(time), rules.sessionHours(row['expiry']!).close]
      const [call, put] = [fromRupees(mid(row, 'ce')), fromRupees(mid(row, 'pe'))]
      const implied = impliedAtm({ call, put, strike: fromRupees(number(row, 'strike')), at, expiresAt })!
      const given = [number(row, 'ce_iv'), number(row, 'pe_iv')]
      return { implied, level: implied / term.at(at, expiresAt), given: given.includes(0) ? [] : [(given[0]! + given[1]!) / 200] }
    })

  it('implies 10.6% per trading year', () => {
    const levels = snapshots().map(({ level }) => level)
    expect(levels).toHaveLength(66)
    expect(100 * median(levels)).toBeCloseTo(10.6, 1)
  })

  it('implies per calendar year what its source says, within a twentieth', () => {
    const ratios = snapshots().flatMap(({ implied, given }) => given.map((theirs) => implied / theirs))
    expect(ratios.length).toBeGreaterThan(60)
    expect(Math.abs(median(ratios) - 1)).toBeLessThan(0.05)
  })
})

describe.skipIf(skipped(STRADDLES) !== '')(`straddles at the money on 27 March 2026${skipped(STRADDLES)}`, () => {
  const ofIndex = (index: IndexSymbol) => rowsOf(STRADDLES).filter(({ symbol }) => symbol === index)
  const expiryOf = (index: IndexSymbol) => rules.expiriesFrom(index, '2026-03-28', 1)[0]!

  it.each([
    ['NIFTY', 35.7],
    ['BANKNIFTY', 39.6],
    ['MIDCPNIFTY', 43.7],
    ['SENSEX', 33.3],
  ] as const)('of %s give a backtest a level of %f %%, minute by minute within 2.5 points', (index, percent) => {
    const rows = ofIndex(index)
    const expiry = expiryOf(index)
    const candles = new Map<string, Candle[]>()
    for (const row of rows)
      for (const type of ['CE', 'PE'] as const) {
        const symbol = optionSymbol(rules, index, expiry, fromRupees(number(row, 'strike')), type)
        candles.set(symbol, [...(candles.get(symbol) ?? []), candleOf(row, `${type.toLowerCase()}_`)])
      }
    const minutes = toColumns(
      rows.map((row) => candleOf({ ...row, open: row['spot']!, high: row['spot']!, low: row['spot']!, close: row['spot']! }, '')),
    )
    const market = new BacktestMarket({ index, minutes, tables: SHIPPED_MARKET_TABLES, traded: { kind: 'INDEX' } })
    const recorded: ReadonlyMap<string, CandleColumns> = new Map([...candles].map(([symbol, list]) => [symbol, toColumns(list)]))
    const levels = new VolatilityLevels(market, { kind: 'OPTIONS', volatility: new Map(), candles: recorded }, term)
    const found = rows.slice(1).map((_, i) => levels.at(i + 1, '2026-03-27', expiry))
    expect(new Set(found.map(({ source }) => source))).toEqual(new Set(['OPTIONS']))
    const percents = found.map(({ level }) => 100 * level)
    expect(median(percents)).toBeCloseTo(percent, 0)
    expect(Math.max(...percents) - percent).toBeLessThan(2.5)
    expect(percent - Math.min(...percents)).toBeLessThan(2.5)
  })

  // Brenner and Subrahmanyam, "A Simple Formula to Compute the Implied Standard Deviation" (1988): a straddle at the money is 0.8 F σ √T.
  it.each(['NIFTY', 'BANKNIFTY', 'MIDCPNIFTY', 'SENSEX'] as const)('of %s imply what the rule of thumb for straddles says', (index) => {
    const expiresAt = rules.sessionHours(expiryOf(index)).close
    const ratios = ofIndex(index).map((row) => {
      const at = Date.parse(row['time']!) + MINUTE
      const [call, put] = [number(row, 'ce_close'), number(row, 'pe_close')]
      const implied = impliedAtm({
        call: fromRupees(call),
        put: fromRupees(put),
        strike: fromRupees(number(row, 'strike')),
        at,
        expiresAt,
      })!
      return implied / ((call + put) / (0.8 * number(row, 'spot') * Math.sqrt((expiresAt - at) / (365 * DAY))))
    })
    expect(ratios.length).toBe(240)
    expect(Math.abs(median(ratios) - 1)).toBeLessThan(0.02)
  })
})

function rowsOf(file: string): Row[] {
  const [header = [], ...rows] = gunzipSync(readFileSync(file))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  return rows.map((fields) => Object.fromEntries(header.map((name, i) => [name, fields[i] ?? ''])))
}

function number(row: Row, column: string): number {
  const value = Number(row[column])
  if (!Number.isFinite(value)) throw new Error(`${column} of ${JSON.stringify(row)} is no number`)
  return value
}

function candleOf(row: Row, prefix: string): Candle {
  const price = (column: string) => paise(Math.round(number(row, `${prefix}${column}`) * 100))
  const prices = { open: price('open'), high: price('high'), low: price('low'), close: price('close') }
  return { time: Date.parse(row['time']!), ...prices, volume: 0 }
}

function grouped(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
