import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { keyframes, styled } from 'styled-components'
import { Button } from './Button.ts'

const turn = keyframes`
  to { transform: rotate(1turn); }
`

const Refresh = styled(Button)`
  &[aria-busy='true'] svg {
    animation: ${turn} 0.9s linear infinite;
  }
`

/** Reads what is on screen again; its sign turns meanwhile. A failure is shown where the data belongs, not here. */
export function RefreshButton({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false)
  return (
    <Refresh
      $look="quiet"
      type="button"
      aria-busy={busy}
      onClick={() => {
        setBusy(true)
        void Promise.allSettled([onRefresh()]).then(() => setBusy(false))
      }}
    >
      <RotateCw size={15} aria-hidden /> Refresh
    </Refresh>
  )
}
