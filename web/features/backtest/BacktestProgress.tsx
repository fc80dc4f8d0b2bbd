import { styled } from 'styled-components'
import { Button } from '../../ui/Button.ts'
import { timeLeftText } from './timeLeft.ts'

const Box = styled.div`
  display: grid;
  grid-template-columns: 1fr auto;
  align-items: center;
  gap: 8px 16px;
  min-height: 64px;
  font-size: var(--text-sm);
`

const Track = styled.div`
  grid-column: 1 / -1;
  height: 6px;
  overflow: hidden;
  border-radius: 3px;
  background: var(--overlay);

  div {
    height: 100%;
    border-radius: 3px;
    background: var(--accent);
    transition: width var(--calm) linear;
  }
`

interface BacktestProgressProps {
  /** It has not been begun yet. */
  waiting: boolean
  /** 0 to 1. */
  progress: number
  /** Milliseconds; null while unknown. */
  timeLeft: number | null
  /** It has an id, by which it can be cancelled. */
  cancellable: boolean
  cancelling: boolean
  onCancel: () => void
}

/** How far a backtest is, how long it will take, and the way to stop it. */
export function BacktestProgress({ waiting, progress, timeLeft, cancellable, cancelling, onCancel }: BacktestProgressProps) {
  const left = timeLeftText(timeLeft)
  const percent = Math.round(progress * 100)
  return (
    <Box>
      <span role="status">{waiting ? 'Waiting for the engine …' : `Running: ${percent}%${left === '' ? '' : `, ${left}`}`}</span>
      <Button $look="quiet" type="button" $busy={!cancellable || cancelling} onClick={onCancel}>
        {cancelling ? 'Cancelling …' : 'Cancel'}
      </Button>
      <Track role="progressbar" aria-label="Backtest" aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
        <div style={{ width: `${percent}%` }} />
      </Track>
    </Box>
  )
}
