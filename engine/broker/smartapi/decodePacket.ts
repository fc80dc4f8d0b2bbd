import { err, ok, type Result } from '../../../schema/errors.ts'
import type { Exchange } from '../../../schema/market/indices.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import type { Tick } from '../port.ts'

/** Why a frame is no tick. */
export type PacketFault = 'length' | 'exchange' | 'token' | 'time' | 'price' | 'depth'

/** Feed modes by their packet lengths: 1 LTP, 2 quote, 3 snap quote (smartapi streaming 2.0). */
const PACKET_LENGTH: Readonly<Record<number, number>> = { 1: 51, 2: 123, 3: 379 }
const EXCHANGE_TYPE: Readonly<Record<number, Exchange>> = { 1: 'NSE', 2: 'NFO', 3: 'BSE', 4: 'BFO' }

const OFFSET = { mode: 0, exchange: 1, token: 2, time: 35, price: 43, buys: 147, sells: 247 } as const
const TOKEN_BYTES = 25
const DEPTH_ENTRY = { quantity: 2, price: 10 } as const

const EARLIEST = Date.UTC(2000, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)
/** One crore rupees: no index or option is near it. */
const HIGHEST_PRICE = 1_000_000_000
const HIGHEST_QUANTITY = 1_000_000_000

/**
 * One little-endian packet of the market feed as a tick, prices in paise as they are on the wire.
 * Never throws: a packet of the wrong length or with a value that cannot be is answered with its fault.
 */
export function decodePacket(frame: Uint8Array): Result<Tick, PacketFault> {
  const mode = frame[OFFSET.mode]
  if (mode === undefined || PACKET_LENGTH[mode] !== frame.length) return err('length')
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)

  const exchange = EXCHANGE_TYPE[view.getUint8(OFFSET.exchange)]
  if (!exchange) return err('exchange')
  const token = readToken(frame)
  if (!token) return err('token')
  const at = readInt64(view, OFFSET.time)
  if (at < EARLIEST || at > LATEST) return err('time')
  const price = readInt64(view, OFFSET.price)
  if (price <= 0 || price > HIGHEST_PRICE) return err('price')

  const head = { exchange, token, at, lastPrice: paise(price) }
  if (mode !== 3) return ok({ ...head, bid: null, ask: null, bidQuantity: 0, askQuantity: 0 })
  const buy = readBest(view, OFFSET.buys)
  const sell = readBest(view, OFFSET.sells)
  if (!buy || !sell || (buy.price !== null && sell.price !== null && buy.price > sell.price)) return err('depth')
  return ok({ ...head, bid: buy.price, ask: sell.price, bidQuantity: buy.quantity, askQuantity: sell.quantity })
}

/** The first of a side's five entries; an empty side has price null; null when the entry cannot be. */
function readBest(view: DataView, offset: number): { price: Paise | null; quantity: number } | null {
  const quantity = readInt64(view, offset + DEPTH_ENTRY.quantity)
  const price = readInt64(view, offset + DEPTH_ENTRY.price)
  if (price < 0 || price > HIGHEST_PRICE || quantity < 0 || quantity > HIGHEST_QUANTITY) return null
  return price === 0 || quantity === 0 ? { price: null, quantity: 0 } : { price: paise(price), quantity }
}

/** The NUL-terminated token; empty when it holds anything but letters and digits. */
function readToken(frame: Uint8Array): string {
  let token = ''
  for (let i = OFFSET.token; i < OFFSET.token + TOKEN_BYTES; i++) {
    const byte = frame[i]!
    if (byte === 0) break
    token += String.fromCharCode(byte)
  }
  return /^[0-9A-Za-z]+$/.test(token) ? token : ''
}

/** Exact up to 2^53, which every valid field is far below. */
function readInt64(view: DataView, offset: number): number {
  return view.getInt32(offset + 4, true) * 2 ** 32 + view.getUint32(offset, true)
}
