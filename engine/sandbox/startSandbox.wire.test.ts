import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CANDLE_CSV_HEADER, parseCandleCsv } from '../../schema/market/candleCsv.ts'
import { paise, toRupees } from '../../schema/money.ts'
import { istDate, istInstant, istIso, MINUTE } from '../../schema/time.ts'
import { SandboxConfigError } from './SandboxConfigError.ts'
import { optionContract } from './options/optionContract.ts'
import { startSandbox } from './startSandbox.ts'
import { openSandbox, ROOT, type OpenSandbox } from './testing/openSandbox.ts'

const realData = process.env['SAKHA_REAL_DATA'] ?? join(import.meta.dirname, '../../../shared/data')
const niftyFile = join(realData, 'NIFTY-1min-2024Q1.csv.gz')

const optionFile = join(realData, 'options/BANKNIFTY-options-1min-2022-12-30-atm.csv.gz')

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sandbox-start-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

interface Clock {
  readonly marketId: string
  readonly state: string
  readonly clock: { readonly segments: readonly { readonly marketStart: number; readonly sessionClose: number }[] }
}

async function clockOf(sandbox: OpenSandbox): Promise<Clock> {
  return (await (await fetch(`${sandbox.url}/sandbox/clock`)).json()) as Clock
}

async function minutes(sandbox: OpenSandbox, token: string, date: string): Promise<unknown> {
  const { jwtToken } = await sandbox.signIn()
  const body = { exchange: 'NSE', symboltoken: token, interval: 'ONE_MINUTE', fromdate: `${date} 09:15`, todate: `${date} 15:29` }
  return (await sandbox.post(`${ROOT}/historical/v1/getCandleData`, body, { Authorization: `Bearer ${jwtToken}` })).body['data']
}

/** A candle file of whole sessions in which every minute has the same four prices. */
function flatFile(name: string, dates: readonly string[], price: number): string {
  const lines = dates.flatMap((date) =>
    Array.from({ length: 375 }, (_, i) => `${istIso(istInstant(date, 555) + i * MINUTE)},${price},${price + 1},${price - 1},${price},0`),
  )
  const path = join(home, name)
  const text = `${[CANDLE_CSV_HEADER, ...lines].join('\n')}\n`
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text)
  return path
}

describe('a sandbox started again', () => {
  it('has the same account, kept for its owner only', async () => {
    const folder = join(home, 'new')
    const first = await openSandbox({ home: folder })
    await first.stop()
    const second = await openSandbox({ home: folder })
    await second.stop()
    expect(second.account).toEqual(first.account)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'sandbox-account.json')).mode & 0o777).toBe(0o600)
    expect(first.account.totpSecret.length * 5).toBeGreaterThanOrEqual(160)
  })

  it('goes on at the market time where it stopped, with the same prices', async () => {
    const first = await openSandbox({ home })
    const prices = await minutes(first, '99926000', '2026-11-19')
    await first.stop()
    const stopped = (JSON.parse(readFileSync(join(home, 'sandbox-market.json'), 'utf8')) as Record<string, number>)['sandbox-seed-1']!
    const second = await openSandbox({ home, start: istInstant('2026-11-20', 555) })
    expect((await clockOf(second)).clock.segments[0]!.marketStart).toBe(stopped)
    expect(await minutes(second, '99926000', '2026-11-19')).toEqual(prices)
    await second.stop()
    expect(stopped).toBeGreaterThan(istInstant('2026-11-20', 600))
  })

  it('with another seed is another market, with its own time', async () => {
    const first = await openSandbox({ home })
    await first.stop()
    const other = await openSandbox({ home, seed: 2 })
    expect(await clockOf(other)).toMatchObject({
      marketId: 'sandbox-seed-2',
      clock: { segments: [{ marketStart: istInstant('2026-11-20', 600) }, {}] },
    })
    await other.stop()
  })

  it('is refused while its files are damaged', async () => {
    writeFileSync(join(home, 'sandbox-market.json'), '{"sandbox')
    await expect(openSandbox({ home })).rejects.toThrow('sandbox-market.json is damaged')
    writeFileSync(join(home, 'sandbox-account.json'), '{}')
    await expect(openSandbox({ home })).rejects.toThrow('sandbox-account.json is damaged')
  })
})

describe('a replay', () => {
  it('plays the days found in all files from the first, the other indices synthetically', async () => {
    const replay = new Map([
      ['NIFTY', flatFile('nifty.csv.gz', ['2024-01-01', '2024-01-02', '2024-01-03'], 21_000)],
      ['BANKNIFTY', flatFile('bank.csv', ['2024-01-02', '2024-01-03'], 48_000)],
    ] as const)
    const first = await openSandbox({ home: join(home, 'first'), start: null, replay })
    expect(istDate((await clockOf(first)).clock.segments[0]!.marketStart)).toBe('2024-01-02')
    await first.stop()
    const sandbox = await openSandbox({ home, start: istInstant('2024-01-03', 15 * 60 + 20), replay, speed: 3_600 })
    let clock = await clockOf(sandbox)
    const deadline = Date.now() + 10_000
    while (clock.state !== 'replay over' && Date.now() < deadline) {
      await setTimeout(50)
      clock = await clockOf(sandbox)
    }
    expect(clock.clock.segments.map((segment) => istIso(segment.sessionClose))).toEqual(['2024-01-03T15:30:00+05:30'])
    const nifty = (await minutes(sandbox, '99926000', '2024-01-02')) as unknown[]
    expect(nifty).toHaveLength(375)
    expect(nifty[0]).toEqual(['2024-01-02T09:15:00+05:30', 21_000, 21_001, 20_999, 21_000, 0])
    expect(await minutes(sandbox, '99926074', '2024-01-02')).toHaveLength(375)
    // Recorded for one index alone, that day is in the drawn past of both.
    const before = (await minutes(sandbox, '99926000', '2024-01-01')) as unknown[][]
    expect(before).toHaveLength(375)
    expect(before.at(-1)![4]).toBe(21_000)
    await sandbox.stop()
  })

  it('is another market when its files say something else', async () => {
    const ids = []
    for (const price of [21_000, 21_001, 21_000]) {
      const sandbox = await openSandbox({ home, start: null, replay: new Map([['NIFTY', flatFile('n.csv', ['2024-01-01'], price)]]) })
      ids.push(sandbox.marketId)
      await sandbox.stop()
    }
    expect(ids[0]).toMatch(/^replay-[0-9a-f]{12}$/)
    expect(ids[1]).not.toBe(ids[0])
    expect(ids[2]).toBe(ids[0])
  })

  it.each([
    ['a wrong header', 'time,price\n', /^.*bad\.csv: line 1: .*header/],
    ['a price that is none', `${CANDLE_CSV_HEADER}\n2024-01-01T09:15:00+05:30,1,1,1,NaN,0\n`, /bad\.csv: line 2: .*close/],
    [
      'no minute in a session',
      `${CANDLE_CSV_HEADER}\n2024-01-01T15:30:00+05:30,1,1,1,1,0\n`,
      /bad\.csv: only 0 of 1 candles lie in a session.*1 after the close/,
    ],
  ])('of a file with %s is refused with file, line and reason', async (_what, text, message) => {
    const path = join(home, 'bad.csv')
    writeFileSync(path, text)
    const start = startSandbox({ port: 0, home, speed: 1, seed: 1, start: null, replay: new Map([['NIFTY', path]]) })
    await expect(start).rejects.toThrow(message)
    await expect(start).rejects.toBeInstanceOf(SandboxConfigError)
  })

  it('of files without a common day, of no file, or begun after its end is refused', async () => {
    const one = flatFile('one.csv', ['2024-01-01'], 100)
    const two = flatFile('two.csv', ['2024-01-02'], 100)
    const start = (replay: [string, string][], at: number | null = null) =>
      startSandbox({
        port: 0,
        home,
        speed: 1,
        seed: 1,
        start: at,
        replay: new Map(replay.map(([name, path]) => [name === 'N' ? 'NIFTY' : 'SENSEX', path])),
      })
    await expect(
      start([
        ['N', one],
        ['S', two],
      ]),
    ).rejects.toThrow('no day in common')
    await expect(start([['N', join(home, 'none.csv')]])).rejects.toThrow(/none\.csv: cannot be read/)
    await expect(start([['N', one]], istInstant('2024-02-01', 600))).rejects.toThrow('SANDBOX_START')
  })

  it('leaves out what lies outside the session, as a backtest does, and says so beside what else is not as it was', async () => {
    const path = flatFile('n.csv', ['2019-10-23', '2019-10-24'], 17_700)
    const text = readFileSync(path, 'utf8').replace('\n', '\n2019-10-23T09:07:00+05:30,17650,17650,17650,17650,0\n')
    writeFileSync(path, `${text}2019-10-24T15:30:00+05:30,17700,17700,17700,17700,0\n`)
    const sandbox = await openSandbox({ home, start: istInstant('2019-10-24', 600), replay: new Map([['NIFTY', path]]) })
    expect(sandbox.notes).toEqual([
      `${path}: 2 candles outside the session left out: 1 before the open, 1 after the close.`,
      'The year 2019 is not covered: lots, expiries, holidays and charges may have been others, and rupees are wrong by as much.',
      'Drawn, at the level of today and not of 2019-10-23, for want of a file: BANKNIFTY, SENSEX, MIDCAP.',
    ])
    const played = (await minutes(sandbox, '99926000', '2019-10-23')) as unknown[][]
    expect([played.length, played[0]![1]]).toEqual([375, 17_700])
    await sandbox.stop()
  })

  it.each(['2021-11-04', '2022-10-24'])('plays the Muhurat session of %s in its evening hours', async (date) => {
    const path = join(home, 'muhurat.csv')
    const lines = Array.from({ length: 60 }, (_, i) => `${istIso(istInstant(date, 18 * 60 + 15) + i * MINUTE)},100,101,99,100,0`)
    writeFileSync(path, [CANDLE_CSV_HEADER, ...lines, ''].join('\n'))
    const sandbox = await openSandbox({ home, start: null, replay: new Map([['NIFTY', path]]) })
    expect(istIso((await clockOf(sandbox)).clock.segments[0]!.marketStart)).toBe(`${date}T18:15:00+05:30`)
    expect(istIso((await clockOf(sandbox)).clock.segments[0]!.sessionClose)).toBe(`${date}T19:15:00+05:30`)
    await sandbox.stop()
  })

  it.skipIf(!existsSync(optionFile))('serves a recorded day of Bank Nifty’s options (skipped where the recording is not)', async () => {
    const replay = new Map([['BANKNIFTY', join(realData, 'options/BANKNIFTY-spot-1min-2022-12-30.csv.gz')]] as const)
    const sandbox = await openSandbox({ home, start: istInstant('2022-12-30', 600), speed: 1, replay, replayOptions: [optionFile] })
    expect(sandbox.notes).toContain(`${optionFile}: 8250 minutes of 22 contracts are played as recorded.`)
    const { jwtToken } = await sandbox.signIn()
    const { token } = optionContract('BANKNIFTY', '2023-01-05', paise(43_100_00), 'CE')
    const body = { exchange: 'NFO', symboltoken: token, interval: 'ONE_MINUTE', fromdate: '2022-12-30 09:15', todate: '2022-12-30 09:59' }
    const { data } = (await sandbox.post(`${ROOT}/historical/v1/getCandleData`, body, { Authorization: `Bearer ${jwtToken}` })).body
    const rows = gunzipSync(readFileSync(optionFile))
      .toString('utf8')
      .split('\n')
      .filter((line) => line.includes('BANKNIFTY05JAN2343100CE'))
    const recorded = rows.slice(0, 45).map((line) => {
      const [time, , , , , ...numbers] = line.split(',')
      return [time, ...numbers.slice(0, 5).map(Number)]
    })
    expect(data).toEqual(recorded)
    await sandbox.stop()
  })

  it('refuses recorded options on an index without a file, and a minute of them that is there twice with other prices', async () => {
    const start = (path: string) =>
      startSandbox({
        ...{ port: 0, home, speed: 1, seed: 1, start: null, replayOptions: [path] },
        replay: new Map([['NIFTY', flatFile('n.csv', ['2024-01-01'], 21_700)]]),
      })
    const path = join(home, 'options.csv')
    const row = (symbol: string, volume = 0) => `2024-01-01T09:15:00+05:30,${symbol},1,1,1,1,${volume}`
    writeFileSync(path, ['time,symbol,open,high,low,close,volume', row('BANKNIFTY03JAN2448000CE'), ''].join('\n'))
    await expect(start(path)).rejects.toThrow('BANKNIFTY03JAN2448000CE is an option on BANKNIFTY, of which there is no file')
    writeFileSync(
      path,
      ['time,symbol,open,high,low,close,volume', row('NIFTY04JAN2421700CE'), row('NIFTY04JAN2421700CE', 65), ''].join('\n'),
    )
    await expect(start(path)).rejects.toThrow(/options\.csv: line 3: .* comes a second time, with other prices/)
  })

  it.skipIf(!existsSync(niftyFile))('of a recorded quarter gives back its candles (skipped where the recording is not)', async () => {
    const recorded = parseCandleCsv(gunzipSync(readFileSync(niftyFile)).toString('utf8'))
    if (!recorded.ok) throw new Error(recorded.error.reason)
    const sandbox = await openSandbox({ home, start: istInstant('2024-02-05', 600), replay: new Map([['NIFTY', niftyFile]]) })
    const day = recorded.value.filter((candle) => istDate(candle.time) === '2024-01-20')
    const rows = day.map((candle) => [
      istIso(candle.time),
      ...[candle.open, candle.high, candle.low, candle.close].map(toRupees),
      candle.volume,
    ])
    expect(rows).toHaveLength(375)
    expect(await minutes(sandbox, '99926000', '2024-01-20')).toEqual(rows)
    await sandbox.stop()
  })
})
