import { agentRecord } from '../../schema/trading/agentRecord.ts'
import { chained } from './agentChain.ts'

/** An analysis as it is stored: a link of its market's chain. */
export interface StoredLink {
  readonly number: string
  readonly symbol: string
  readonly lookback: number
  readonly version: number
  readonly candleAt: Date
  readonly verdict: string
  readonly reason: string | null
  readonly text: string
  readonly prevHash: Uint8Array
  readonly hash: Uint8Array
}

/** Why a link does not hold after the one before; null: it does. */
export function whyBroken(link: StoredLink, number: number, before: Uint8Array): string | null {
  if (Number(link.number) !== number) return `number ${number} is missing`
  return Buffer.compare(link.prevHash, before) === 0 ? whyChanged(link) : 'it does not name the hash of the one before'
}

/** Why a link does not hold that stayed when those around it were removed; null: it does. `written`: its hash as it was written down then; null: it was not. */
export function whyNotKept(link: StoredLink, written: Uint8Array | null): string | null {
  if (written === null) return 'it is not one of those that were kept'
  return Buffer.compare(link.hash, written) === 0 ? whyChanged(link) : 'its hash is another than when it was kept'
}

/** Why a link is not as it was written; null: it is. */
function whyChanged(link: StoredLink): string | null {
  if (Buffer.compare(link.hash, chained(link.prevHash, link.text)) !== 0) return 'its record was changed: the hash is another'
  const record = agentRecord.safeParse(JSON.parse(link.text))
  if (!record.success) return 'its record cannot be read'
  const { symbol, lookback, version, candleAt, verdict, reason } = record.data
  const told = [symbol, lookback, version, candleAt, verdict, reason]
  const stored = [link.symbol, link.lookback, link.version, link.candleAt.getTime(), link.verdict, link.reason]
  return told.every((value, place) => value === stored[place]) ? null : 'its columns say something else than its record'
}
