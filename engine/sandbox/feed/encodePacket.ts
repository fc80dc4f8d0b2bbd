import type { Paise } from '../../../schema/money.ts'
import { SECOND, type Instant } from '../../../schema/time.ts'
import type { Instrument } from '../market/Instrument.ts'
import type { MarketQuote } from '../market/SandboxMarket.ts'
import { totalQuantity, type DepthLevel } from '../options/bidAsk.ts'
import { EXCHANGE_TYPE } from './subscribeMessage.ts'

/** Bytes of a packet by subscription mode: 1 LTP, 2 Quote, 3 SnapQuote. */
export const PACKET_BYTES = { 1: 51, 2: 123, 3: 379 } as const
export type FeedMode = keyof typeof PACKET_BYTES

const DEPTH_LEVELS = 5
const LEVEL_BYTES = 20
const BUYS_AT = 147
const SELLS_AT = BUYS_AT + DEPTH_LEVELS * LEVEL_BYTES

/** An LTP packet (SmartAPI §8.4): little-endian, prices in paise, the exchange's time in epoch milliseconds. */
export function encodeLtp(instrument: Instrument, sequence: number, at: Instant, last: Paise): Buffer {
  return writeHead(Buffer.alloc(PACKET_BYTES[1]), 1, instrument, sequence, at, last)
}

/** A Quote (mode 2) or SnapQuote (mode 3) packet. What an index does not have, and the 52-week range, is zero. */
export function encodeQuote(mode: 2 | 3, instrument: Instrument, sequence: number, quote: MarketQuote): Buffer {
  const packet = writeHead(Buffer.alloc(PACKET_BYTES[mode]), mode, instrument, sequence, quote.at, quote.last)
  const { open, high, low, volume, turnover } = quote.day
  const { buys, sells } = quote.book?.depth ?? { buys: [], sells: [] }
  writeInteger(packet, 51, instrument.kind === 'option' ? instrument.lot : 0)
  writeInteger(packet, 59, volume === 0 ? 0 : Math.round(turnover / volume))
  writeInteger(packet, 67, volume)
  packet.writeDoubleLE(totalQuantity(buys), 75)
  packet.writeDoubleLE(totalQuantity(sells), 83)
  writeInteger(packet, 91, open)
  writeInteger(packet, 99, high)
  writeInteger(packet, 107, low)
  writeInteger(packet, 115, quote.previousClose ?? 0)
  if (mode === 2) return packet

  writeInteger(packet, 123, Math.floor(quote.at / SECOND))
  writeInteger(packet, 131, quote.book?.openInterest ?? 0)
  writeSide(packet, BUYS_AT, 1, buys)
  writeSide(packet, SELLS_AT, 0, sells)
  writeInteger(packet, 347, quote.book?.upperCircuit ?? 0)
  writeInteger(packet, 355, quote.book?.lowerCircuit ?? 0)
  return packet
}

function writeHead(packet: Buffer, mode: FeedMode, instrument: Instrument, sequence: number, at: Instant, last: Paise): Buffer {
  packet.writeInt8(mode, 0)
  packet.writeInt8(EXCHANGE_TYPE[instrument.exchange], 1)
  packet.write(instrument.token, 2, 25, 'ascii')
  writeInteger(packet, 27, sequence)
  writeInteger(packet, 35, at)
  writeInteger(packet, 43, last)
  return packet
}

function writeSide(packet: Buffer, start: number, flag: 0 | 1, levels: readonly DepthLevel[]): void {
  for (let position = 0; position < DEPTH_LEVELS; position++) {
    const offset = start + position * LEVEL_BYTES
    const level = levels[position]
    packet.writeInt16LE(flag, offset)
    writeInteger(packet, offset + 2, level?.quantity ?? 0)
    writeInteger(packet, offset + 10, level?.price ?? 0)
    packet.writeInt16LE(level?.orders ?? 0, offset + 18)
  }
}

/** 64 bits, little-endian; all our numbers are safe integers. */
function writeInteger(packet: Buffer, offset: number, value: number): void {
  packet.writeBigInt64LE(BigInt(value), offset)
}
