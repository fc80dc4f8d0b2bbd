import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CANDLE_CSV_HEADER } from '../../schema/market/candleCsv.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { istIso, MINUTE } from '../../schema/time.ts'
import { drawnSessions } from '../analysis/agent/testing/drawnSessions.ts'
import { agent } from './agent.ts'

let folder: string
let files: string[]

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sakha-cli-'))
  // The third day misses its last hour.
  files = [await fileOf('early', [0, 10], (day, minute) => day === 2 && minute >= 315), await fileOf('late', [10, 23])]
})
afterAll(() => rm(folder, { recursive: true }))

/** A file of some of the drawn sessions, one on each trading day after a date, without the minutes that are missing. */
async function fileOf(
  name: string,
  [from, to]: readonly [number, number],
  isMissing = (_day: number, _minute: number) => false,
  before = '2024-03-31',
): Promise<string> {
  const lines: string[] = []
  let date = before
  drawnSessions('files', to).forEach(({ closes }, day) => {
    date = SHIPPED_MARKET_RULES.nextTradingDay(date)
    const { open } = SHIPPED_MARKET_RULES.sessionHours(date)
    closes.forEach((close, minute) => {
      if (day < from || isMissing(day, minute)) return
      const price = close.toFixed(2)
      lines.push(`${istIso(open + minute * MINUTE)},${price},${price},${price},${price},0`)
    })
  })
  const file = path.join(folder, `${name}.csv`)
  await writeFile(file, [CANDLE_CSV_HEADER, ...lines, ''].join('\n'))
  return file
}

const walkForward = (...args: readonly string[]) =>
  agent(['walk-forward', ...files.toReversed().flatMap((file) => ['--candles', file]), '--lookback', '100', ...args])

describe('agent walk-forward', () => {
  it('scans the sessions of all files in the order of their days, as whole ones, and prints the record', async () => {
    const text = await walkForward('--warm-up', '20')
    expect(text).toContain('NIFTY: 2 sessions from 2024-05-03 to 2024-05-06, after 20 to warm up.')
    expect(text).toContain('Left out, because they are no whole sessions: 2024-04-03.')
    expect(text).toMatch(/^100 +96 +\d/m)
    const { walks } = JSON.parse(await walkForward('--warm-up', '20', '--json')) as { walks: { record: { scans: number } }[] }
    expect(walks.map(({ record }) => record.scans)).toEqual([96])
  })

  it('says how far confidences were off once there are some, and how they compare with the share of gains so far', async () => {
    // The first have too few sessions behind them; 28 of 22 outcomes give the 600 that a calibration needs, and the last three are judged.
    const text = await agent(['walk-forward', '--candles', await fileOf('long', [0, 35]), '--lookback', '20', '--warm-up', '2'])
    const [, ...cells] = /^20 .* (\d+) {2,}([\d.]+)\/([\d.]+)% +([\d.]+) {2,}([\d.]+)\/([\d.]+)$/m.exec(text)!
    const [count, said, was, off, ours, base] = cells.map(Number) as [number, number, number, number, number, number]
    // Two sides of each of eleven scans a day that do not overlap.
    expect(count).toBe(3 * 2 * 11)
    for (const share of [said, was]) expect(Math.abs(share - 45)).toBeLessThan(20)
    expect(off).toBeGreaterThanOrEqual(Math.abs(said - was) - 0.1)
    for (const error of [ours, base]) expect(Math.abs(error - 0.25)).toBeLessThan(0.05)
    expect(await walkForward('--warm-up', '20')).toMatch(/ 0 +– +– +–$/m)
  })

  it('warns of years whose lots, expiries and holidays are not covered, and of no others', async () => {
    const file = await fileOf('uncovered', [0, 4], undefined, '2019-12-29')
    const args = ['walk-forward', '--candles', file, '--lookback', '100', '--warm-up', '2']
    expect(await agent(args)).toContain('The years 2019 and 2020 are not covered: lots, expiries')
    expect(JSON.parse(await agent([...args, '--json']))).toMatchObject({ uncoveredYears: [2019, 2020] })
    expect(await walkForward('--warm-up', '20')).not.toContain('not covered')
  })

  it('is refused when there is nothing to scan, and for what it does not know', async () => {
    await expect(walkForward()).rejects.toThrow('the files have 22 whole sessions; the first scan needs 60 before it')
    await expect(walkForward('--index', 'DAX')).rejects.toThrow('--index must be NIFTY, BANKNIFTY, SENSEX, MIDCAP, not "DAX"')
    await expect(walkForward('--lookback', '19')).rejects.toThrow('--lookback must be a whole number from 20 to 200, not "19"')
    await expect(agent(['walk-forward'])).rejects.toThrow('--candles is missing')
    await expect(agent(['run'])).rejects.toThrow('there is no "agent run"; there is walk-forward')
    await expect(agent([])).rejects.toThrow('what to do is missing: walk-forward')
  })
})
