import { MINUTE, type Instant } from '../time.ts'
import type { Session } from './MarketRules.ts'

/** Between two updates of performance in a session, in market time. */
export const UPDATE_EVERY = 5 * MINUTE

/** An update of performance by the market's clock. */
export interface DueUpdate {
  /** Market time. */
  readonly dueAt: Instant
  /** At the close of its session. */
  readonly isFinal: boolean
}

/** The outcome of requesting an update: some node has requested it; it waits for another one; nobody wants any. */
export type UpdateAnswer = 'ASKED' | 'BUSY' | 'STOPPED'

/**
 * The latest update of a session that is due at a market time: the first with the open, one every five minutes, the final one with the
 * close, whatever it is. Null before the open. What was due before it no longer needs its own update.
 */
export function latestUpdate({ open, close }: Session, now: Instant): DueUpdate | null {
  if (now < open) return null
  if (now >= close) return { dueAt: close, isFinal: true }
  return { dueAt: now - ((now - open) % UPDATE_EVERY), isFinal: false }
}

/** When the next update of a session is due after a market time; null after its close. */
export function nextUpdate(session: Session, now: Instant): Instant | null {
  const { open, close } = session
  if (now >= close) return null
  const latest = latestUpdate(session, now)
  return latest ? Math.min(close, latest.dueAt + UPDATE_EVERY) : open
}
