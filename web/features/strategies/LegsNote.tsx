import { styled } from 'styled-components'

const Note = styled.p`
  color: var(--muted);
  font-size: var(--text-xs);
`

/** Why a strategy with legs has no settings of levels. */
export function LegsNote() {
  return <Note>Stops and targets are set per leg. Lots multiply every leg.</Note>
}
