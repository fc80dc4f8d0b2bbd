import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Price } from '../../../schema/graphql/market.ts'
import { paise } from '../../../schema/money.ts'
import { PriceBoard } from './PriceBoard.ts'

const AT = Date.parse('2026-11-20T06:30:00Z')

let board: PriceBoard
beforeEach(() => {
  vi.useFakeTimers()
  board = new PriceBoard()
})
afterEach(() => {
  board.close()
  vi.useRealTimers()
})

/** Reads a stream into a list; `stop` ends the reading. */
function read(symbols: string[]): { readonly batches: Price[][]; stop(): void } {
  const batches: Price[][] = []
  const iterator = board.stream(new Set(symbols))[Symbol.asyncIterator]()
  void (async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) batches.push(next.value)
  })()
  return { batches, stop: () => void iterator.return?.() }
}
const nifty = (price: number) => ({ symbol: 'NIFTY', price: price / 100, time: new Date(AT) })

test('a reader first gets what is known, be it nothing', async () => {
  const early = read(['NIFTY'])
  await vi.advanceTimersByTimeAsync(0)
  expect(early.batches).toEqual([[]])
  board.apply([['NIFTY', paise(100_05), AT]])
  await vi.advanceTimersByTimeAsync(0)
  expect(early.batches).toEqual([[], [nifty(100_05)]])
  const late = read(['NIFTY'])
  await vi.advanceTimersByTimeAsync(0)
  expect(late.batches).toEqual([[nifty(100_05)]])
})

test('however often prices move, a reader gets the first at once and then at most ten messages a second, each with the latest', async () => {
  const reader = read(['NIFTY'])
  await vi.advanceTimersByTimeAsync(0)
  board.apply([['NIFTY', paise(1), AT]])
  await vi.advanceTimersByTimeAsync(0)
  expect(reader.batches).toEqual([[], [nifty(1)]])
  for (let move = 1; move <= 100; move++) {
    board.apply([['NIFTY', paise(move * 5), AT]])
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(reader.batches.length).toBeGreaterThanOrEqual(8)
  expect(reader.batches.length).toBeLessThanOrEqual(2 + 10)
  await vi.advanceTimersByTimeAsync(250)
  expect(reader.batches.at(-1)).toEqual([nifty(500)])
})

test('what the engine gives away every 250 ms goes on at once, also after one came late', async () => {
  const reader = read(['NIFTY'])
  await vi.advanceTimersByTimeAsync(0)
  // The second of them comes 80 ms late.
  for (const [move, pause] of [250, 330, 170, 250, 250].entries()) {
    await vi.advanceTimersByTimeAsync(pause)
    board.apply([['NIFTY', paise(move * 5), AT]])
    await vi.advanceTimersByTimeAsync(0)
    expect(reader.batches.at(-1)).toEqual([nifty(move * 5)])
  }
})

test('a reader hears of its own symbols only, and of nothing after it stopped', async () => {
  const reader = read(['SENSEX'])
  await vi.advanceTimersByTimeAsync(0)
  board.apply([['NIFTY', paise(100), AT]])
  await vi.advanceTimersByTimeAsync(300)
  expect(reader.batches).toEqual([[]])
  reader.stop()
  await vi.advanceTimersByTimeAsync(0)
  board.apply([['SENSEX', paise(100), AT]])
  await vi.advanceTimersByTimeAsync(300)
  expect(reader.batches).toEqual([[]])
})

test("another market's prices are forgotten", () => {
  board.apply([['NIFTY', paise(100), AT]])
  board.clear()
  expect(board.last('NIFTY')).toBeNull()
})

test('the forming minute holds every price since its beginning, and is unknown when that was not seen', () => {
  const minute = Date.parse('2026-11-20T06:31:00Z')
  expect(board.forming('NIFTY')).toBeNull()
  board.apply([['NIFTY', paise(100_05), AT + 30_000]])
  expect(board.forming('NIFTY')).toBeNull()
  board.apply([['NIFTY', paise(101_00), minute]])
  board.apply([['NIFTY', paise(99_00), minute + 1_000]])
  board.apply([['NIFTY', paise(100_00), minute + 59_999]])
  expect(board.forming('NIFTY')).toEqual({ time: minute, open: 101_00, high: 101_00, low: 99_00, close: 100_00 })
  board.clear()
  expect(board.forming('NIFTY')).toBeNull()
})
