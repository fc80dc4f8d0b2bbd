import { lazy, memo, Suspense, useState } from 'react'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { useTradingBlock } from '../../gql/useTradingBlock.ts'
import { Button } from '../../ui/Button.ts'
import { tradeName } from './tradeView.ts'

const LevelsDialog = lazy(() => import('./LevelsDialog.tsx'))

/** Opens the stops and targets of a running trade; `short`: where there is little room. Nothing for one that is closing, or is its owner's. */
export const LevelsButton = memo(function LevelsButton({ trade, short = false }: { trade: TradePartsFragment; short?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const block = useTradingBlock()
  if (trade.closing || trade.letGo || trade.handedOver) return null
  return (
    <>
      <Button
        $look="quiet"
        type="button"
        aria-label={`${short ? 'Edit stop & target' : 'Stop & target'} of ${tradeName(trade)}${block === null ? '' : `. ${block}`}`}
        disabled={block !== null}
        title={block ?? undefined}
        onClick={() => setOpen(true)}
      >
        {short ? 'Edit' : 'Stop & target'}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <LevelsDialog trade={trade} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
})
