import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import type { TradeMode } from '../../schema/TradeMode.ts'
import { ModeBadge } from './ModeBadge.tsx'

const Row = styled.section`
  & > header {
    display: flex;
    margin-bottom: 6px;
  }
`

interface ModeRowsProps {
  /** The modes that have a row, in their order. */
  modes: readonly TradeMode[]
  /** The figures of a mode. `named`: what their names end with, so that no two are alike. */
  row: (mode: TradeMode, named: string) => ReactNode
}

/**
 * Figures of paper and live trades, each mode in a row of its own under its badge: no figure adds them up. On paper alone nothing is said,
 * as everything is.
 */
export function ModeRows({ modes, row }: ModeRowsProps) {
  const isPaperAlone = modes.every((mode) => mode === 'PAPER')
  return modes.map((mode) =>
    isPaperAlone ? (
      <div key={mode}>{row(mode, '')}</div>
    ) : (
      <Row key={mode} aria-label={mode}>
        <header>
          <ModeBadge mode={mode} />
        </header>
        {row(mode, `, ${mode}`)}
      </Row>
    ),
  )
}
