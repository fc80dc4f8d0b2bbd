import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CANDLE_CSV_HEADER } from '../schema/market/candleCsv.ts'
import { STRATEGY_TEMPLATES } from '../schema/rules/templates.ts'
import { istIso } from '../schema/time.ts'
import { randomWalk } from './analysis/testing/randomWalk.ts'
import { programOf } from './testing/programOf.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const REAL_FILE = path.resolve(process.env['SAKHA_REAL_DATA'] ?? path.join(ROOT, '../shared/data'), 'NIFTY-1min-2024Q1.csv.gz')

const REAL_OPTIONS = path.join(REAL_FILE, '../options/BANKNIFTY-options-1min-2022-12-30-atm.csv.gz')
const REAL_SPOT = path.join(REAL_FILE, '../options/BANKNIFTY-spot-1min-2022-12-30.csv.gz')
const NOTHING = { beforeOpen: 0, afterClose: 0, inPause: 0, noSession: 0, daysWithoutSession: [] }

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the real command line in a process of its own. */
function engine(...args: string[]): Promise<Outcome> {
  const command = [...programOf('engine/cli.ts'), ...args]
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: ROOT, maxBuffer: 64_000_000 }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr })
    })
  })
}

let folder: string
const file = (name: string) => path.join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sakha-cli-'))
  const { time, open, high, low, close, volume } = randomWalk(3 * 375, 1)
  const days = Array.from(time, (at, i) => [istIso(at), open[i], high[i], low[i], close[i], volume[i]].join(','))
  const lines = days.slice(0, 375)
  const text = [CANDLE_CSV_HEADER, ...lines, ''].join('\n')
  await writeFile(file('day.csv'), text)
  await writeFile(file('days.csv'), [CANDLE_CSV_HEADER, ...days, ''].join('\n'))
  await writeFile(file('day.csv.gz'), gzipSync(text))
  await writeFile(file('bad.csv'), text.replace(lines[5]!, lines[5]!.replace(/,[^,]*,/, ',NaN,')))
  await writeFile(file('broken.csv.gz'), gzipSync(text).subarray(0, 500))
  await writeFile(file('rules.json'), JSON.stringify({ interval: '1min', long: ['close', '>', 'opening_range(5).high'] }))
  await writeFile(
    file('wrong.json'),
    JSON.stringify({
      interval: '1min',
      long: {
        all: [
          ['clse', '>', 1],
          ['close', '=', 1],
        ],
      },
    }),
  )
})
afterAll(() => rm(folder, { recursive: true }))

describe('the engine command line', () => {
  it('shows examples first when asked for help, for every command, on stdout', async () => {
    for (const args of [
      ['--help'],
      ['-h'],
      ['run', '--help'],
      ['indicators', '-h'],
      ['backtest', '--help'],
      ['import-options', '--help'],
      ['import-candles', '--help'],
    ]) {
      const { code, stdout, stderr } = await engine(...args)
      expect([code, stdout.split('\n')[0], stderr]).toEqual([0, 'Examples:', ''])
    }
  })

  it.each([
    [[], 'a command is missing'],
    [
      ['trade'],
      'there is no command "trade"; commands are run, indicators, backtest, agent, import-options, import-candles, kill, broker, doctor',
    ],
    [
      ['--fast'],
      'there is no option "--fast"; commands are run, indicators, backtest, agent, import-options, import-candles, kill, broker, doctor',
    ],
    [['indicators', '--fast'], "Unknown option '--fast'"],
    [['indicators', '--spec', 'ema(9)'], '--candles is missing'],
    [['indicators', '--candles', 'x.csv'], '--spec is missing'],
    [['indicators', '--candles', 'x.csv', '--spec', 'ema(9)', '--interval', '2min'], '--interval must be 1min, 5min, 15min, not "2min"'],
    [
      ['indicators', '--candles', 'x.csv', '--spec', 'ema(9),supertrend(10)'],
      '--spec item 2, "supertrend(10)": expected supertrend(period,multiplier), found 1 parameter',
    ],
    [
      ['backtest', '--candles', 'x.csv', '--strategy', 'magic'],
      `--strategy must be all, ${STRATEGY_TEMPLATES.map(({ slug }) => slug).join(', ')} or a .json file, not "magic"`,
    ],
  ])('answers %j with one sentence on stderr and exit code 2', async (args, sentence) => {
    expect(await engine(...args)).toEqual({ code: 2, stdout: '', stderr: `${sentence}. See --help.\n` })
  })

  it('prints indicators as CSV, one row for each candle, empty while warming up, the same from .csv and .csv.gz', async () => {
    const spec = ['--spec', 'ema(20), rsi(14),atr(14),supertrend(10,3),opening_range(15)']
    const plain = await engine('indicators', '--candles', file('day.csv'), ...spec)
    expect(plain).toMatchObject({ code: 0, stderr: '' })
    const [header, ...rows] = plain.stdout.trimEnd().split('\n')
    expect(header).toBe('time,ema_20,rsi_14,atr_14,supertrend_10_3,supertrend_10_3_direction,opening_range_15_high,opening_range_15_low')
    expect(rows).toHaveLength(375)
    expect(rows[0]).toBe('2024-01-01T09:15:00+05:30,,,,,,,')
    expect(rows[374]).toMatch(/^2024-01-01T15:29:00\+05:30(,-?\d+(\.\d+)?){7}$/)
    expect(await engine('indicators', '--candles', file('day.csv.gz'), ...spec)).toEqual(plain)
  })

  it('folds to the interval asked for', async () => {
    const { stdout } = await engine('indicators', '--candles', file('day.csv'), '--spec', 'sma(1)', '--interval', '15min')
    const rows = stdout.trimEnd().split('\n')
    expect(rows).toHaveLength(1 + 25)
    expect(rows[2]).toMatch(/^2024-01-01T09:30:00\+05:30,\d/)
  })

  it('prints every signal and a summary when asked for signals, as JSON and as text', async () => {
    const json = await engine('backtest', '--candles', file('day.csv'), '--strategy', 'ema-crossover', '--signals', '--json')
    expect(json).toMatchObject({ code: 0, stderr: '' })
    const { signals, summary } = JSON.parse(json.stdout)
    expect(signals.length).toBeGreaterThan(0)
    expect(signals[0]).toEqual({
      time: expect.stringMatching(/^2024-01-01T\d\d:\d\d:00\+05:30$/),
      side: expect.stringMatching(/^(LONG|SHORT)$/),
      price: expect.any(Number),
    })
    expect(summary).toEqual({
      strategy: 'ema-crossover',
      interval: '1min',
      candles: 375,
      from: '2024-01-01T09:15:00+05:30',
      to: '2024-01-01T15:29:00+05:30',
      signals: signals.length,
      long: signals.filter(({ side }: { side: string }) => side === 'LONG').length,
      short: signals.filter(({ side }: { side: string }) => side === 'SHORT').length,
      neutral: 0,
      note: 'signals on index closes; no option premiums, no charges',
      dropped: NOTHING,
    })
    const text = await engine('backtest', '--candles', file('day.csv'), '--strategy', 'ema-crossover', '--signals')
    const lines = text.stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(signals.length + 2)
    expect(lines[0]).toBe(`${signals[0].time}  ${signals[0].side.padEnd(5)}  ${signals[0].price.toFixed(2)}`)
  })

  it('lists the entry of a position at the bar that closes at its time', async () => {
    const { stdout } = await engine('backtest', '--candles', file('day.csv'), '--strategy', 'short-straddle', '--signals')
    expect(stdout).toMatch(/^2024-01-01T09:19:00\+05:30 {2}NEUTRAL {2}\d+\.\d\d\nshort-straddle on 375 1min bars/)
    expect(stdout).toContain('1 signals: all without a direction')
  })

  it('backtests all built-in strategies: a table, the best and the worst trades, what was not taken', async () => {
    const { code, stdout, stderr } = await engine('backtest', '--candles', file('day.csv'), '--strategy', 'all')
    expect([code, stderr]).toEqual([0, ''])
    const lines = stdout.split('\n')
    expect(lines[0]).toBe(
      'Nifty 50, 1 day from 2024-01-01 to 2024-01-01; options priced by the option model at the volatility of each day; funds ₹10,00,000, 1 lot a trade',
    )
    expect(lines[2]).toMatch(/^strategy +trades +won +gross ₹ +charges ₹ +net ₹/)
    for (const { slug } of STRATEGY_TEMPLATES) {
      expect(stdout).toMatch(new RegExp(`^${slug} +\\d+ `, 'm'))
      expect(stdout).toMatch(new RegExp(`^${slug}: \\d+ signals`, 'm'))
    }
    expect(stdout).toMatch(/^strategy +CAGR +Calmar +days below the high/m)
    expect(stdout).toMatch(/^ema-crossover: \d+ trades? (is|are) too few to judge: 30 are needed\.$/m)
    expect(stdout).toMatch(/^Best trades\n {2}\S+ {2}[a-z-]+: (Bought|Sold) 50 NIFTY04JAN24\d{5}(CE|PE) at ₹/m)
  })

  it('has every trade in the JSON, with reason, charges, net and a line on why it was opened and closed', async () => {
    const { stdout } = await engine('backtest', '--candles', file('day.csv'), '--strategy', 'ema-crossover', '--json', '--lots', '2')
    const { strategies, days, lots } = JSON.parse(stdout)
    expect([days, lots]).toEqual([1, 2])
    const [{ trades, metrics, equity }] = strategies
    expect(trades.length).toBeGreaterThan(3)
    let net = 0
    for (const trade of trades) {
      expect(trade.quantity).toBe(100)
      expect(trade.reason).toMatch(/^(TARGET|STOP|OPPOSITE_SIGNAL|WINDOW_END|SESSION_END)$/)
      expect(trade.charges).toBeGreaterThan(40)
      expect(trade.net).toBeCloseTo(trade.gross - trade.charges, 6)
      expect(trade.opened).toMatch(/^Bought 100 NIFTY/)
      expect(trade.closed).toMatch(/^Closed at ₹.* Net /)
      net += trade.net
    }
    expect(metrics.net).toBeCloseTo(net, 6)
    expect(equity).toHaveLength(trades.length)
  })

  it('sweeps the placeholders of a rule file on threads, and walks them forward', async () => {
    const text = ['ema({fast})', 'crosses above', 'ema({slow})']
    await writeFile(file('swept.json'), JSON.stringify({ interval: '1min', long: text }))
    const run = (...more: string[]) => engine('backtest', '--candles', file('days.csv'), '--strategy', file('swept.json'), ...more)
    const sweep = JSON.parse((await run('--sweep', 'fast=3,5;slow=9,21', '--json')).stdout)
    expect(sweep.variants.map(({ name }: { name: string }) => name).sort()).toEqual([
      'fast=3 slow=21',
      'fast=3 slow=9',
      'fast=5 slow=21',
      'fast=5 slow=9',
    ])
    expect([sweep.rankedBy, sweep.variants[0].neighbours.count, sweep.ranged, sweep.assumptions.slippage]).toEqual(['net', 2, 4, 1])
    expect(sweep.variants.every(({ range }: { range: object | null }) => range !== null)).toBe(true)
    const forward = JSON.parse((await run('--sweep', 'fast=3,5;slow=9', '--walk-forward', '1/1', '--json')).stdout)
    expect(forward.folds).toHaveLength(2)
    const validated = forward.folds.reduce((trades: number, fold: { validated: { trades: number } }) => trades + fold.validated.trades, 0)
    expect(forward.outOfSample.equity).toHaveLength(validated)
    const [one, other] = forward.folds.map(({ range }: { range: { doubleSlippage: number } }) => range.doubleSlippage)
    expect(forward.outOfSample.range.doubleSlippage).toBeCloseTo(one + other, 4)
    const stops = JSON.parse((await run('--sweep', 'fast=3;slow=9;stopLoss=5,40', '--json')).stdout)
    expect(new Set(stops.variants.map(({ metrics }: { metrics: { net: number } }) => metrics.net)).size).toBe(2)
    expect(await run('--sweep', 'fast=3;slow=9;stopLoss=60')).toMatchObject({ stderr: expect.stringContaining('from 0.1 to 50, got 60') })
    expect(await run()).toMatchObject({ code: 1, stderr: `${file('swept.json')}: no value for {fast}, {slow}; give some with --sweep\n` })
    expect(await run('--sweep', 'fast=3;slow=9;off=1')).toMatchObject({
      code: 1,
      stderr: `${file('swept.json')}: --sweep: The rules have no {off}; beside placeholders stopLoss, takeProfit, trailingStop, maxTrades can be swept\n`,
    })
  })

  it('prints the range of the best variants and of validations, and what they assume', async () => {
    await writeFile(file('swept.json'), JSON.stringify({ interval: '1min', long: ['ema({fast})', 'crosses above', 'ema({slow})'] }))
    const run = (...more: string[]) => engine('backtest', '--candles', file('days.csv'), '--strategy', file('swept.json'), ...more)
    const many = (await run('--sweep', 'fast=3;slow=6,7,8,9,10,11,12,13,14,15,16', '--slippage', '2')).stdout
    expect(many).toContain('net from … to ₹')
    expect(many).toContain('Assumed: 2 × half a spread on every fill')
    expect(many).toMatch(/The best 10: volatility .*\nOnly the best 10 have that range\./)
    expect((await run('--sweep', 'fast=3,5;slow=9', '--walk-forward', '1/1')).stdout).toContain('Days not trained on: volatility')
  })

  it('prices options by stored candles where there are any, and names the line of a bad one', async () => {
    const [header, first] = ['time,symbol,open,high,low,close,volume', '2024-01-01T09:15:00+05:30,NIFTY04JAN2420000CE,100,101,99,100,5']
    await writeFile(file('options.csv'), [header, first, first.replace(',100,101', ',100,99'), ''].join('\n'))
    const run = (options: string) =>
      engine('backtest', '--candles', file('day.csv'), '--strategy', 'macd', '--options', file(options), '--json')
    expect(await run('options.csv')).toMatchObject({ code: 1, stderr: `${file('options.csv')}: line 3: high 99 is below the open 100\n` })
    await writeFile(file('options.csv'), [header, first, ''].join('\n'))
    expect(JSON.parse((await run('options.csv')).stdout).traded).toBe(
      'options priced by stored candles, else by the option model at the volatility of each day',
    )
    expect(await run('day.csv')).toMatchObject({
      code: 1,
      stderr: `${file('day.csv')}: line 1: expected a column symbol in the header, or the columns index, expiry, strike and type\n`,
    })
  })

  it('runs the rules of a file, on another interval when told to', async () => {
    const run = (...more: string[]) =>
      engine('backtest', '--candles', file('day.csv'), '--strategy', file('rules.json'), '--signals', '--json', ...more)
    expect(JSON.parse((await run()).stdout).summary).toMatchObject({ interval: '1min', candles: 375 })
    expect(JSON.parse((await run('--interval', '5min')).stdout).summary).toMatchObject({ interval: '5min', candles: 75 })
    expect(await run('--interval', '15min')).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file('rules.json')}: long[2]: minutes of opening_range(minutes) must be a multiple of the 15min bar, found "5"\n`,
    })
  })

  it('names file, line and reason of a bad candle file, with exit code 1', async () => {
    const bad = await engine('backtest', '--candles', file('bad.csv'), '--strategy', 'supertrend')
    expect(bad).toEqual({ code: 1, stdout: '', stderr: `${file('bad.csv')}: line 7: open "NaN" is not a positive number\n` })
    const broken = await engine('indicators', '--candles', file('broken.csv.gz'), '--spec', 'ema(9)')
    expect(broken).toEqual({ code: 1, stdout: '', stderr: `${file('broken.csv.gz')}: is cut short\n` })
    const none = await engine('indicators', '--candles', file('none.csv'), '--spec', 'ema(9)')
    expect(none).toEqual({ code: 1, stdout: '', stderr: `${file('none.csv')}: no such file\n` })
  })

  it('leaves candles outside the session out of a backtest, of signals and of indicators, and says how many', async () => {
    const [header, ...rows] = (await readFile(file('day.csv'), 'utf8')).trimEnd().split('\n')
    const stray = (time: string) => `2024-01-01T${time}:00+05:30,1,1,1,1,0`
    await writeFile(file('raw.csv'), [header, stray('09:07'), ...rows, stray('15:30'), stray('15:31'), ''].join('\n'))
    const sentence = '3 candles outside the session left out: 1 before the open, 2 after the close.'
    const dropped = { ...NOTHING, beforeOpen: 1, afterClose: 2 }
    const clean = (...args: string[]) => engine(...args.slice(0, 1), '--candles', file('day.csv'), ...args.slice(1))
    const raw = (...args: string[]) => engine(...args.slice(0, 1), '--candles', file('raw.csv'), ...args.slice(1))

    const run = ['backtest', '--strategy', 'supertrend']
    expect(JSON.parse((await raw(...run, '--json')).stdout)).toEqual({ ...JSON.parse((await clean(...run, '--json')).stdout), dropped })
    expect((await raw(...run)).stdout).toContain(`\n${sentence}\n`)
    expect((await clean(...run)).stdout).not.toContain('left out')
    expect(JSON.parse((await raw(...run, '--signals', '--json')).stdout).summary.dropped).toEqual(dropped)
    expect((await raw(...run, '--signals')).stdout).toContain(`\n${sentence}\n`)
    const columns = ['indicators', '--spec', 'supertrend(10,3)']
    expect(await raw(...columns)).toEqual({ ...(await clean(...columns)), stderr: `${file('raw.csv')}: ${sentence}\n` })
  })

  it('understands the file as pandas writes it, and refuses one of five-minute candles with the numbers', async () => {
    const rows = (await readFile(file('day.csv'), 'utf8')).trimEnd().split('\n').slice(1)
    const pandas = rows.map((row) => `${row.replace('T', ' ').replace(/,[^,]*$/, '')},7`)
    await writeFile(file('pandas.csv'), ['Datetime,Open,High,Low,Close,OI', ...pandas, ''].join('\n'))
    const spec = ['--spec', 'supertrend(10,3)']
    expect(await engine('indicators', '--candles', file('pandas.csv'), ...spec)).toEqual(
      await engine('indicators', '--candles', file('day.csv'), ...spec),
    )
    await writeFile(file('five.csv'), [CANDLE_CSV_HEADER, ...rows.filter((_, i) => i % 5 === 0), ''].join('\n'))
    expect(await engine('backtest', '--candles', file('five.csv'), '--strategy', 'macd')).toEqual({
      ...{ code: 1, stdout: '' },
      stderr: `${file('five.csv')}: expected one-minute candles, found candles 5 minutes apart (74 of 74 within a day)\n`,
    })
  })

  it('says in the first line of a report that the rules of a year are not covered, and in its JSON', async () => {
    const old = (await readFile(file('day.csv'), 'utf8')).replaceAll('2024-01-01', '2019-04-11')
    await writeFile(file('old.csv'), old)
    const run = (...more: string[]) => engine('backtest', '--candles', file('old.csv'), '--strategy', 'supertrend', ...more)
    expect((await run()).stdout.split('\n')[0]).toBe(
      'The year 2019 is not covered: lots, expiries, holidays and charges may have been others, and rupees are wrong by as much.',
    )
    expect(JSON.parse((await run('--json')).stdout).uncoveredYears).toEqual([2019])
    const covered = await engine('backtest', '--candles', file('day.csv'), '--strategy', 'supertrend', '--json')
    expect(JSON.parse(covered.stdout).uncoveredYears).toEqual([])
  })

  it('names every wrong node of a strategy file', async () => {
    const { code, stderr } = await engine('backtest', '--candles', file('day.csv'), '--strategy', file('wrong.json'))
    expect(code).toBe(1)
    expect(stderr.split('\n').map((line) => line.split(': ')[1])).toEqual(['long.all[0][0]', 'long.all[1][1]', undefined])
  })

  it.skipIf(!existsSync(REAL_OPTIONS))('compares fills and the option model with a recorded day of Bank Nifty', async () => {
    const files = ['--candles', REAL_SPOT, '--index', 'BANKNIFTY', '--options', REAL_OPTIONS]
    const run = (...more: string[]) => engine('backtest', ...files, '--strategy', 'ema-crossover', ...more)
    const { modelGap, optionsFound, strategies } = JSON.parse((await run('--json')).stdout)
    expect(optionsFound).toMatchObject({ rows: 8_250, contracts: 22, gaps: 0 })
    expect(modelGap.map(({ minutes }: { minutes: number }) => minutes).reduce((sum: number, minutes: number) => sum + minutes)).toBe(8_250)
    // The model's level follows the recordings of the half hour before.
    for (const { minutes, medianAbsolutePercent } of modelGap) if (minutes > 0) expect(medianAbsolutePercent).toBeLessThan(3)
    // That day's volatility at the money was 15.4% (measured from its quotes): at 14% every premium is too cheap.
    const { modelGap: fixed } = JSON.parse((await run('--iv', '14', '--json')).stdout)
    for (const { minutes, medianPercent } of fixed) if (minutes > 0) expect(medianPercent).toBeLessThan(-4)
    expect(strategies[0].recordedFills).toEqual({ fills: 16, inside: 14, share: 14 / 16 })
    const { stdout } = await run()
    expect(stdout).toContain('The option model is off the recorded premiums by a median of: at the money ')
    expect(stdout).toContain('14 of 16 fills within what was traded in their minute.')
  })

  it.skipIf(!existsSync(REAL_FILE))('makes the same of a real month with its auctions and settlements as of the month alone', async () => {
    const month = gunzipSync(await readFile(REAL_FILE))
      .toString('utf8')
      .split('\n')
      .filter((line) => line.startsWith('2024-03'))
    await writeFile(file('month.csv'), [CANDLE_CSV_HEADER, ...month, ''].join('\n'))
    // As vendors record a day: the auction's price at 09:07, the last one until 15:39.
    const raw = month.flatMap((line) => {
      const [first] = /^2024-03-\d\dT09:15/.test(line) ? [line.replace('T09:15', 'T09:07')] : []
      const after = /T15:29/.test(line) ? Array.from({ length: 10 }, (_, i) => line.replace('T15:29', `T15:${30 + i}`)) : []
      return [...(first === undefined ? [] : [first]), line, ...after]
    })
    await writeFile(file('rawMonth.csv'), [CANDLE_CSV_HEADER, ...raw, ''].join('\n'))
    const run = async (name: string) =>
      JSON.parse((await engine('backtest', '--candles', file(name), '--strategy', 'supertrend', '--json')).stdout)
    const days = month.length / 375
    expect(await run('rawMonth.csv')).toEqual({
      ...(await run('month.csv')),
      dropped: { ...NOTHING, beforeOpen: days, afterClose: 10 * days },
    })
  })

  it.skipIf(!existsSync(REAL_FILE))('prints the real NIFTY quarter (skipped when NIFTY-1min-2024Q1.csv.gz is not there)', async () => {
    const { code, stdout } = await engine('indicators', '--candles', REAL_FILE, '--spec', 'ema(20),rsi(14),atr(14),supertrend(10,3)')
    expect(code).toBe(0)
    expect(stdout.trimEnd().split('\n')).toHaveLength(1 + 22_125)
  })
})
