import { ChartSpline, ChevronLeft, ChevronRight, ChevronsRight, Maximize2, Minimize2, Table2, ZoomIn, ZoomOut } from 'lucide-react'
import type { Ref } from 'react'
import { styled } from 'styled-components'
import { media } from '../theme/media.ts'
import { Button } from '../ui/Button.ts'
import { IconButton } from '../ui/IconButton.ts'

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  height: 44px;

  & > div {
    display: flex;
    margin-right: auto;
  }

  ${IconButton} {
    width: 36px;
  }

  ${media.phone} {
    gap: 4px;

    ${Button} {
      padding: 0 10px;
    }
  }
`

const Long = styled.span`
  ${media.phone} {
    display: none;
  }
`

interface ChartToolbarProps {
  asTable: boolean
  isFull: boolean
  fullButton: Ref<HTMLButtonElement>
  canAdd: boolean
  onStep: (direction: -1 | 1) => void
  onZoom: (closer: boolean) => void
  onReset: () => void
  onAdd: () => void
  onTable: () => void
  onFull: () => void
}

/** Buttons for the chart's gestures, its indicators, its table and its size. */
export function ChartToolbar({ asTable, isFull, fullButton, canAdd, onStep, onZoom, onReset, onAdd, onTable, onFull }: ChartToolbarProps) {
  const fullText = isFull ? 'Leave full screen' : 'Full screen'
  const tableText = asTable ? 'View as chart' : 'View as table'
  return (
    <Row>
      <div role="group" aria-label="Move and zoom the chart">
        {asTable ? null : (
          <>
            <IconButton type="button" aria-label="Earlier bars" title="Earlier bars (Shift ←)" onClick={() => onStep(-1)}>
              <ChevronLeft size={18} aria-hidden />
            </IconButton>
            <IconButton type="button" aria-label="Later bars" title="Later bars (Shift →)" onClick={() => onStep(1)}>
              <ChevronRight size={18} aria-hidden />
            </IconButton>
            <IconButton type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={() => onZoom(true)}>
              <ZoomIn size={18} aria-hidden />
            </IconButton>
            <IconButton type="button" aria-label="Zoom out" title="Zoom out (−)" onClick={() => onZoom(false)}>
              <ZoomOut size={18} aria-hidden />
            </IconButton>
            <IconButton type="button" aria-label="Newest bars" title="Newest bars (0)" onClick={onReset}>
              <ChevronsRight size={18} aria-hidden />
            </IconButton>
          </>
        )}
      </div>
      {asTable ? null : (
        <Button $look="quiet" type="button" disabled={!canAdd} onClick={onAdd} aria-label="Add an indicator">
          <ChartSpline size={15} aria-hidden /> <Long>Indicators</Long>
        </Button>
      )}
      <Button $look="quiet" type="button" onClick={onTable} aria-label={tableText}>
        <Table2 size={15} aria-hidden /> <Long>{tableText}</Long>
      </Button>
      <IconButton type="button" ref={fullButton} aria-label={fullText} title={fullText} onClick={onFull}>
        {isFull ? <Minimize2 size={17} aria-hidden /> : <Maximize2 size={17} aria-hidden />}
      </IconButton>
    </Row>
  )
}
