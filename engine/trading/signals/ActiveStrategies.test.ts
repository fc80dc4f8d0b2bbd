import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { SECOND } from '../../../schema/time.ts'
import { ActiveStrategies, type StoredStrategy } from './ActiveStrategies.ts'

const log = pino({ level: 'silent' })
const rules = { interval: '5min', long: ['close', 'crosses above', 'ema(3)'], short: ['close', 'crosses below', 'ema(3)'] }
const stored = (id: string, over: Partial<StoredStrategy> = {}): StoredStrategy => ({
  id,
  version: 1,
  slug: id,
  rules,
  instruments: ['NIFTY'],
  ...over,
})

/** A list over rows that can be changed, with the number of times it read them. */
function listOf(rows: StoredStrategy[]) {
  const reads = { count: 0, fail: false }
  const list = new ActiveStrategies(async () => {
    reads.count++
    if (reads.fail) throw new Error('connection lost')
    return [...rows]
  }, log)
  const idsOn = async (real: number, index: 'NIFTY' | 'SENSEX' = 'NIFTY', interval: '1min' | '5min' = '5min') =>
    (await list.on(index, interval, real)).map(({ id }) => id)
  return { list, reads, idsOn }
}

describe('the active strategies', () => {
  it('are those that trade the index on bars of the interval', async () => {
    const { idsOn } = listOf([stored('a'), stored('b', { instruments: ['SENSEX'] })])
    expect([await idsOn(0), await idsOn(0, 'SENSEX'), await idsOn(0, 'NIFTY', '1min')]).toEqual([['a'], ['b'], []])
  })

  it('leave out those whose rules ask for volume, which indices have not', async () => {
    const { idsOn } = listOf([stored('a'), stored('loud', { rules: { interval: '5min', long: ['volume', '>', 1] } })])
    expect([await idsOn(0), await idsOn(6 * SECOND)]).toEqual([['a'], ['a']])
  })

  it('are read once in five seconds, and at once when they changed', async () => {
    const { list, reads, idsOn } = listOf([stored('a')])
    await idsOn(0)
    await idsOn(5 * SECOND)
    expect(reads.count).toBe(1)
    await idsOn(5 * SECOND + 1)
    expect(reads.count).toBe(2)
    list.invalidate()
    await idsOn(5 * SECOND + 2)
    expect(reads.count).toBe(3)
  })

  it('are read again after a reading that failed', async () => {
    const { reads, idsOn } = listOf([stored('a')])
    reads.fail = true
    await expect(idsOn(0)).rejects.toThrow('connection lost')
    reads.fail = false
    expect(await idsOn(1)).toEqual(['a'])
  })

  it('that changed while they were read are read again', async () => {
    const rows = [stored('a')]
    const { list, idsOn } = listOf(rows)
    const first = idsOn(0)
    rows.push(stored('b'))
    list.invalidate()
    await first
    expect(await idsOn(1)).toEqual(['a', 'b'])
  })

  it('leave out one whose rules do not parse, and keep the others', async () => {
    const { idsOn } = listOf([stored('a', { rules: { interval: '5min', long: 'buy low' } }), stored('b')])
    expect(await idsOn(0)).toEqual(['b'])
  })

  it('that are in quarantine are left out until it ends', async () => {
    const { list, idsOn } = listOf([stored('a'), stored('b')])
    await idsOn(0)
    list.quarantine([{ strategyId: 'a', version: 1 }], 60 * SECOND)
    expect([await idsOn(1), await idsOn(60 * SECOND - 1), await idsOn(60 * SECOND)]).toEqual([['b'], ['b'], ['a', 'b']])
  })

  it('are asked version by version: a new one is not in the quarantine of the one before', async () => {
    const { list } = listOf([stored('a'), stored('a', { version: 2, rules: { ...rules, short: null } })])
    list.quarantine([{ strategyId: 'a', version: 1 }], 600 * SECOND)
    expect(await list.on('NIFTY', '5min', 0)).toMatchObject([{ id: 'a', version: 2, rules: { short: null } }])
  })

  it('keep the object of a version’s rules, over every reading', async () => {
    const { list } = listOf([stored('a')])
    const [before] = await list.on('NIFTY', '5min', 0)
    list.invalidate()
    const [after] = await list.on('NIFTY', '5min', 1)
    expect(after?.rules).toBe(before?.rules)
  })
})
