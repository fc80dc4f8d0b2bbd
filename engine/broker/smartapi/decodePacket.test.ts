import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodePacket } from './decodePacket.ts'

const AT = Date.UTC(2024, 0, 1, 4, 0)

interface Fields {
  readonly mode: 1 | 2 | 3
  readonly exchange?: number
  readonly token?: string
  readonly at?: bigint
  readonly price?: bigint
  readonly buy?: { readonly price: bigint; readonly quantity: bigint }
  readonly sell?: { readonly price: bigint; readonly quantity: bigint }
}

/** A packet as the fact sheet lays it out, written independently of the decoder. */
function packet({ mode, exchange = 2, token = '43210', at = BigInt(AT), price = 15_025n, buy, sell }: Fields): Buffer {
  const bytes = Buffer.alloc({ 1: 51, 2: 123, 3: 379 }[mode])
  bytes.writeInt8(mode, 0)
  bytes.writeInt8(exchange, 1)
  bytes.write(token, 2, 25, 'ascii')
  bytes.writeBigInt64LE(at, 35)
  bytes.writeBigInt64LE(price, 43)
  if (mode === 3) {
    bytes.writeBigInt64LE(buy?.quantity ?? 0n, 149)
    bytes.writeBigInt64LE(buy?.price ?? 0n, 157)
    bytes.writeBigInt64LE(sell?.quantity ?? 0n, 249)
    bytes.writeBigInt64LE(sell?.price ?? 0n, 257)
  }
  return bytes
}

describe('decodePacket', () => {
  it.each([1, 2] as const)('a mode %i packet carries price and time, and no depth', (mode) => {
    expect(decodePacket(packet({ mode, exchange: 1, token: '99926000' }))).toEqual({
      ok: true,
      value: { exchange: 'NSE', token: '99926000', at: AT, lastPrice: 15_025, bid: null, ask: null, bidQuantity: 0, askQuantity: 0 },
    })
  })

  it('a snap quote carries the best bid and ask with their quantities', () => {
    const decoded = decodePacket(packet({ mode: 3, buy: { price: 15_020n, quantity: 150n }, sell: { price: 15_030n, quantity: 75n } }))
    expect(decoded).toMatchObject({ ok: true, value: { exchange: 'NFO', bid: 15_020, ask: 15_030, bidQuantity: 150, askQuantity: 75 } })
  })

  it('an empty side of the book is null', () => {
    expect(decodePacket(packet({ mode: 3, sell: { price: 15_030n, quantity: 75n } }))).toMatchObject({
      ok: true,
      value: { bid: null, bidQuantity: 0, ask: 15_030 },
    })
  })

  it('a packet inside a larger buffer is read from its own start', () => {
    const inner = packet({ mode: 1 })
    const outer = Buffer.concat([Buffer.alloc(7, 0xff), inner])
    expect(decodePacket(outer.subarray(7))).toEqual(decodePacket(inner))
  })

  it.each([
    ['nothing', Buffer.alloc(0), 'length'],
    ['a packet cut short', packet({ mode: 3 }).subarray(0, 378), 'length'],
    ['a length of another mode', Buffer.concat([packet({ mode: 1 }), Buffer.alloc(72)]), 'length'],
    ['a depth-20 packet', Buffer.concat([Buffer.from([4]), Buffer.alloc(442)]), 'length'],
    ['an unknown exchange', packet({ mode: 1, exchange: 5 }), 'exchange'],
    ['no token', packet({ mode: 1, token: '' }), 'token'],
    ['a token of control characters', packet({ mode: 1, token: '12\u000134' }), 'token'],
    ['a time in seconds', packet({ mode: 1, at: BigInt(AT) / 1000n }), 'time'],
    ['a time in nanoseconds', packet({ mode: 1, at: BigInt(AT) * 1_000_000n }), 'time'],
    ['price 0', packet({ mode: 1, price: 0n }), 'price'],
    ['a negative price', packet({ mode: 1, price: -15_025n }), 'price'],
    ['the price 1e12', packet({ mode: 1, price: 1_000_000_000_000n }), 'price'],
    ['a NaN read as an integer', packet({ mode: 1, price: 0x7ff8000000000000n }), 'price'],
    ['a negative quantity', packet({ mode: 3, buy: { price: 1n, quantity: -1n } }), 'depth'],
    ['a crossed book', packet({ mode: 3, buy: { price: 15_040n, quantity: 1n }, sell: { price: 15_030n, quantity: 1n } }), 'depth'],
  ])('%s is no tick', (_, frame, fault) => {
    expect(decodePacket(frame)).toEqual({ ok: false, error: fault })
  })

  it('every possible field value that is in range comes out as it went in', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 1_000_000_000n),
        fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) }),
        fc.stringMatching(/^[0-9]{1,25}$/),
        (price, at, token) => {
          expect(decodePacket(packet({ mode: 2, price, at: BigInt(at), token }))).toMatchObject({
            ok: true,
            value: { lastPrice: Number(price), at, token },
          })
        },
      ),
    )
  })

  it('random and damaged bytes never throw and never give an impossible tick (100,000 frames)', () => {
    const valid = packet({ mode: 3, buy: { price: 15_020n, quantity: 150n }, sell: { price: 15_030n, quantity: 75n } })
    const damaged = fc
      .array(fc.tuple(fc.nat(378), fc.nat(255)), { minLength: 1, maxLength: 8 })
      .map((changes) => changes.reduce((bytes, [at, value]) => (bytes.writeUInt8(value, at), bytes), Buffer.from(valid)))
    const sized = fc.constantFrom(51, 123, 379).chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
    fc.assert(
      fc.property(
        fc.oneof(
          { weight: 4, arbitrary: damaged },
          { weight: 1, arbitrary: fc.uint8Array({ maxLength: 443 }) },
          { weight: 1, arbitrary: sized },
        ),
        (frame) => {
          const decoded = decodePacket(frame)
          if (!decoded.ok) return
          const { lastPrice, at, bid, ask, bidQuantity, askQuantity, token } = decoded.value
          if (!(lastPrice > 0 && lastPrice <= 1e9 && Number.isSafeInteger(lastPrice))) throw new Error(`price ${lastPrice}`)
          if (!(at > 9e11 && at < 5e12)) throw new Error(`time ${at}`)
          if (bid !== null && ask !== null && bid > ask) throw new Error('crossed')
          if (bidQuantity < 0 || askQuantity < 0 || token === '') throw new Error('quantity or token')
        },
      ),
      { numRuns: 100_000 },
    )
  }, 60_000)
})
