import { decodePacket } from '../../engine/broker/smartapi/decodePacket.ts'
import { harmOfBadWire } from '../../engine/market/testing/badWire.ts'
import { SeededRandom } from '../../schema/SeededRandom.ts'

/** For each simulated day: ten million frames and half as many hours as a night's five thousand days have. */
const FRAMES_PER_SEED = 2_000
const SEEDS_PER_HOUR = 2
const LENGTHS = [51, 123, 379] as const

/** Damages frames of the feed's three modes, and the ticks of whole hours; returns what broke the decoder or the candles. */
export async function fuzzedFeed(seeds: number, say: (text: string) => void): Promise<string[]> {
  const problems: string[] = []
  let ticks = 0
  for (let seed = 1; seed <= seeds; seed++) {
    const random = new SeededRandom(`frames ${seed}`)
    for (let i = 0; i < FRAMES_PER_SEED; i++) {
      const frame = randomFrame(random)
      const decoded = decodePacket(frame)
      if (!decoded.ok) continue
      ticks++
      const { lastPrice, bid, ask } = decoded.value
      if (!(lastPrice > 0 && Number.isSafeInteger(lastPrice)) || (bid !== null && ask !== null && bid > ask))
        problems.push(`the frame ${Buffer.from(frame).toString('hex')} was taken for a tick`)
    }
    if (seed % SEEDS_PER_HOUR === 0) {
      const harm = await harmOfBadWire(new SeededRandom(`hour ${seed}`))
      if (harm) problems.push(`bad wire, hour ${seed}: ${harm}`)
    }
  }
  say(
    `${seeds * FRAMES_PER_SEED} damaged frames decoded, ${ticks} of them to possible ticks; ${Math.floor(seeds / SEEDS_PER_HOUR)} hours of a bad wire`,
  )
  return problems
}

/** A frame that looks right at its head, so that the damage reaches every field. */
function randomFrame(random: SeededRandom): Uint8Array {
  const mode = random.integer(1, LENGTHS.length)
  const length = LENGTHS[mode - 1] ?? 51
  const bytes = Buffer.alloc(random.integer(1, 10) === 1 ? random.integer(0, length) : length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = random.integer(1, 4) === 1 ? random.integer(0, 255) : 0
  if (bytes.length === length) {
    bytes[0] = mode
    bytes[1] = random.integer(1, 4)
    bytes.write(String(random.integer(1, 99_999)).padEnd(25, '\0'), 2, 'ascii')
    bytes.writeBigInt64LE(BigInt(Date.UTC(2026, 6, 1)) + BigInt(random.integer(-1_000_000_000, 1_000_000_000)), 35)
    if (random.integer(0, 1) === 1) bytes.writeBigInt64LE(BigInt(random.integer(-10, 3_000_000)), 43)
  }
  return bytes
}
