import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { SquareOffList } from './SquareOffList.tsx'
import type { MadeStop } from './useEmergencyStop.ts'

export const STOPPED = { title: 'Trading is stopped', description: 'No new trades are opened until you lift the stop.' } as const

/** What came of an emergency stop: the result of each trade that it squares off. */
export function StopOutcome({ made: { stop, squareOff }, onDone }: { made: MadeStop; onDone: () => void }) {
  return (
    <>
      {squareOff ? <SquareOffList stopId={stop.stop.id} first={stop.results} /> : null}
      <DialogActions style={{ marginTop: 20 }}>
        <Button type="button" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </>
  )
}
