import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { istInstant, SECOND } from '../../../schema/time.ts'
import { INDEX_INSTRUMENTS, type Instrument } from '../market/Instrument.ts'
import type { MarketQuote } from '../market/SandboxMarket.ts'
import { optionContract } from '../options/optionContract.ts'
import { encodeLtp, encodeQuote } from './encodePacket.ts'

const at = istInstant('2026-11-20', 10 * 60) + 250
const call: Instrument = { kind: 'option', ...optionContract('SENSEX', '2026-11-26', paise(80_500_00), 'CE') }
const level = (price: number, quantity: number, orders: number) => ({ price: paise(price), quantity, orders })
const quote: MarketQuote = {
  at,
  last: paise(312_45),
  day: { open: paise(300_00), high: paise(320_05), low: paise(290_10), volume: 4_000, turnover: 4_000 * 305_00 },
  previousClose: paise(288_00),
  book: {
    depth: { buys: [level(312_00, 40, 2), level(311_95, 60, 1)], sells: [level(312_75, 20, 1), level(312_80, 100, 4)] },
    openInterest: 123_460,
    lowerCircuit: paise(5),
    upperCircuit: paise(8_350_00),
  },
}

describe('a feed packet', () => {
  it('is 51, 123 or 379 bytes by mode', () => {
    expect(encodeLtp(call, 1, at, quote.last)).toHaveLength(51)
    expect(encodeQuote(2, call, 1, quote)).toHaveLength(123)
    expect(encodeQuote(3, call, 1, quote)).toHaveLength(379)
  })

  it('has its fields where the protocol has them', () => {
    const packet = encodeQuote(3, call, 77, quote)
    expect([packet.readInt8(0), packet.readInt8(1)]).toEqual([3, 4])
    expect(packet.toString('ascii', 2, 27)).toBe(call.token.padEnd(25, '\0'))
    const integers = (...offsets: number[]) => offsets.map((offset) => Number(packet.readBigInt64LE(offset)))
    expect(integers(27, 35, 43)).toEqual([77, at, 312_45])
    expect(integers(51, 59, 67, 91, 99, 107, 115)).toEqual([20, 305_00, 4_000, 300_00, 320_05, 290_10, 288_00])
    expect([packet.readDoubleLE(75), packet.readDoubleLE(83)]).toEqual([100, 120])
    expect(integers(123, 131)).toEqual([Math.floor(at / SECOND), 123_460])
    expect(integers(347, 355, 363, 371)).toEqual([8_350_00, 5, 0, 0])
  })

  it('puts five buys before five sells, each flagged, the missing ones zero', () => {
    const packet = encodeQuote(3, call, 1, quote)
    const levels = Array.from({ length: 10 }, (_, i) => {
      const offset = 147 + 20 * i
      return [
        packet.readInt16LE(offset),
        Number(packet.readBigInt64LE(offset + 2)),
        Number(packet.readBigInt64LE(offset + 10)),
        packet.readInt16LE(offset + 18),
      ]
    })
    expect(levels.slice(0, 3)).toEqual([
      [1, 40, 312_00, 2],
      [1, 60, 311_95, 1],
      [1, 0, 0, 0],
    ])
    expect(levels.slice(5, 8)).toEqual([
      [0, 20, 312_75, 1],
      [0, 100, 312_80, 4],
      [0, 0, 0, 0],
    ])
  })

  it('of an index has prices and no book', () => {
    const packet = encodeQuote(3, INDEX_INSTRUMENTS[0]!, 1, { ...quote, book: null })
    expect(Number(packet.readBigInt64LE(43))).toBe(312_45)
    expect(packet.subarray(131, 147).every((byte) => byte === 0)).toBe(true)
    expect(Number(packet.readBigInt64LE(149))).toBe(0)
  })
})
