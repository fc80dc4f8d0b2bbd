import { styled } from 'styled-components'
import { LIVE_GATE_TEXTS, type LiveGate } from '../../../schema/trading/liveGates.ts'
import { Button } from '../../ui/Button.ts'

const Note = styled.div`
  display: grid;
  justify-items: start;
  gap: 8px;
  margin-bottom: 10px;
  padding: 10px 12px;
  border: 1px solid var(--live);
  border-radius: var(--radius-sm);
  background: var(--live-soft);
  font-size: var(--text-xs);
`

/** A live strategy that opens no trades, and what it lacks. */
export function LiveOff({ gates, onShow }: { gates: readonly LiveGate[]; onShow: () => void }) {
  return (
    <Note role="status">
      <p>No live trade is opened: {gates.map((gate) => LIVE_GATE_TEXTS[gate].missing).join('; ')}. Open trades run to their own exit.</p>
      <Button $look="quiet" type="button" onClick={onShow}>
        See what to do
      </Button>
    </Note>
  )
}
