import type { IndexSymbol } from '../../../../schema/market/indices.ts'
import type { IsoDate } from '../../../../schema/time.ts'
import type { MarketSource } from '../../../sandbox/sources/MarketSource.ts'
import { newKeyRecord } from '../advanceRecord.ts'
import type { Analysis } from '../Analysis.ts'
import { isOpen } from '../gate.ts'
import type { KeyRecord, ShadowTrade } from '../KeyRecord.ts'
import { SessionIndex, type SessionCloses } from '../SessionIndex.ts'
import { walkSession } from '../walkSession.ts'

/** The closes of the last sessions of a market before a day. */
export function sessionsOf(source: MarketSource, index: IndexSymbol, before: string, count: number): SessionCloses[] {
  const sessions: SessionCloses[] = []
  for (let date = source.sessionBefore(before); date !== null && sessions.length < count; date = source.sessionBefore(date)) {
    const closes = Float64Array.from(source.candles(index, date), ({ close }) => close / 100)
    sessions.unshift({ date, closes })
  }
  return sessions
}

export interface Walk {
  readonly record: KeyRecord
  readonly trades: readonly ShadowTrade[]
  /** What is traded for money: leads while the gate stood open at the open of their session. */
  readonly gated: readonly ShadowTrade[]
  /** Days on which the gate opened, and on which it closed. */
  readonly openings: readonly IsoDate[]
  readonly closings: readonly IsoDate[]
}

/** Walks forward over all sessions of a market, as the product does. */
export function walkMarket(
  sessions: readonly SessionCloses[],
  key: { readonly index: IndexSymbol; readonly lookback: number; readonly everyMinutes?: number },
  onScan: (analysis: Analysis, record: KeyRecord) => void = () => undefined,
): Walk {
  const history = SessionIndex.build(sessions)
  let record = newKeyRecord()
  const trades: ShadowTrade[] = []
  const gated: ShadowTrade[] = []
  const openings: IsoDate[] = []
  const closings: IsoDate[] = []
  sessions.forEach((session, place) => {
    const before = record.gate
    const walked = walkSession(history.upTo(place), session, key, record, (analysis) => onScan(analysis, record))
    record = walked.record
    trades.push(...walked.trades)
    const { openedOn, closedOn } = record.gate
    if (openedOn !== null && openedOn !== before.openedOn) openings.push(openedOn)
    if (closedOn !== null && closedOn !== before.closedOn) closings.push(closedOn)
    if (isOpen(before)) gated.push(...walked.trades)
  })
  return { record, trades, gated, openings, closings }
}
