import { styled } from 'styled-components'
import type { TradeMode } from '../../schema/TradeMode.ts'
import { Badge } from './Badge.ts'

/** Whose money it is, by word and colour: live is filled, paper is tinted. */
export function ModeBadge({ mode }: { mode: TradeMode }) {
  return <Badge $tone={mode === 'PAPER' ? 'paper' : 'live'}>{mode}</Badge>
}

/** The same in a line of text. */
export const ModeWord = styled.span<{ $mode: TradeMode }>`
  color: ${({ $mode }) => ($mode === 'PAPER' ? 'var(--paper)' : 'var(--live)')};
  font-weight: 600;
`
