import type { TradeMode } from '../../schema/trading/TradeMode.ts'
import { Badge } from './Badge.ts'

/** Whose money it is, by word and colour: live is filled, paper is tinted. */
export function ModeBadge({ mode }: { mode: TradeMode }) {
  return <Badge $tone={mode === 'PAPER' ? 'paper' : 'live'}>{mode}</Badge>
}
