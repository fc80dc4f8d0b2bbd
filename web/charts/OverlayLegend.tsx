import { ArrowDown, ArrowUp, ChevronDown, ChevronUp, Eye, EyeOff, Pencil, X } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { styled } from 'styled-components'
import { formatPrice } from '../lib/formatMoney.ts'
import { movedOverlay, overlayKey, overlayLabel, type Overlay } from './Overlay.ts'
import type { OverlayPicture } from './overlayLines.ts'

/* Above the bars, not over them; no higher than a few rows, as it takes its room from theirs. */
const Box = styled.div<{ $isRoomy: boolean }>`
  display: grid;
  flex: none;
  justify-items: start;
  max-height: 104px;
  overflow-y: auto;
  overscroll-behavior: contain;
  font-size: var(--text-xs);

  button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 4px;
    min-width: 24px;
    min-height: 24px;
    padding: 0 4px;
    border: 0;
    border-radius: 4px;
    background: transparent;
    color: var(--muted);
    cursor: pointer;
  }

  button:hover {
    background: var(--raised);
    color: var(--text);
  }

  button[aria-disabled='true'] {
    background: transparent;
    color: var(--line-strong);
    cursor: default;
  }

  /* Rows are as wide and as high whatever the values are: the bars below must not jump. */
  ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 25rem), 1fr));
    width: 100%;
  }

  li {
    display: flex;
    flex-wrap: ${({ $isRoomy }) => ($isRoomy ? 'nowrap' : 'wrap')};
    align-items: center;
    min-width: 0;
    padding-left: 4px;
  }

  li > span {
    display: flex;
    flex: none;
  }

  /* Where they do not fit beside the buttons, they have a line of their own. */
  b {
    flex: ${({ $isRoomy }) => ($isRoomy ? '0 1 auto' : '0 0 100%')};
    order: ${({ $isRoomy }) => ($isRoomy ? 0 : 1)};
    min-width: 0;
    margin: 0 6px;
    overflow: hidden;
    color: var(--text);
    font-weight: 550;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`

const Name = styled.span<{ $token: string; $hidden: boolean }>`
  color: var(${({ $token }) => $token});
  opacity: ${({ $hidden }) => ($hidden ? 0.6 : 1)};
`

interface OverlayLegendProps {
  overlays: readonly Overlay[]
  pictures: readonly OverlayPicture[]
  /** The bar whose values are shown. */
  index: number
  /** Whether there is room for more than their number, until the user says otherwise. */
  isRoomy: boolean
  onChange: (overlays: readonly Overlay[]) => void
  onEdit: (overlay: Overlay) => void
}

/** The indicators of a chart with their values at one bar; each can be hidden, edited, moved and removed. Collapses to their number. */
export function OverlayLegend({ overlays, pictures, index, isRoomy, onChange, onEdit }: OverlayLegendProps) {
  const [choice, setChoice] = useState<boolean | null>(null)
  const isOpen = choice ?? isRoomy
  if (overlays.length === 0) return null

  function move({ currentTarget }: MouseEvent<HTMLButtonElement>, overlay: Overlay, by: -1 | 1) {
    flushSync(() => onChange(movedOverlay(overlays, overlay, by)))
    // A row that is put elsewhere in the document loses the focus.
    currentTarget.focus()
  }

  return (
    <Box $isRoomy={isRoomy}>
      <button type="button" aria-expanded={isOpen} onClick={() => setChoice(!isOpen)}>
        {isOpen ? <ChevronUp size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />} Indicators {overlays.length}
      </button>
      {isOpen ? (
        <ul>
          {overlays.map((overlay, place) => {
            const key = overlayKey(overlay)
            const label = overlayLabel(overlay)
            const { hidden } = overlay
            return (
              <li key={key}>
                <Name $token={`--series-${overlay.colour}`} $hidden={hidden}>
                  {label}
                </Name>
                {hidden ? null : <b>{valuesAt(pictures, overlay, index)}</b>}
                <span>
                  <button
                    type="button"
                    aria-label={`${hidden ? 'Show' : 'Hide'} ${label}`}
                    onClick={() => onChange(overlays.map((each) => (each === overlay ? { ...each, hidden: !hidden } : each)))}
                  >
                    {hidden ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
                  </button>
                  {overlay.parameters.length === 0 ? null : (
                    <button type="button" aria-label={`Edit ${label}`} onClick={() => onEdit(overlay)}>
                      <Pencil size={13} aria-hidden />
                    </button>
                  )}
                  {overlays.length === 1 ? null : (
                    <>
                      <button
                        type="button"
                        aria-label={`Move ${label} up`}
                        aria-disabled={place === 0}
                        onClick={(event) => move(event, overlay, -1)}
                      >
                        <ArrowUp size={14} aria-hidden />
                      </button>
                      <button
                        type="button"
                        aria-label={`Move ${label} down`}
                        aria-disabled={place === overlays.length - 1}
                        onClick={(event) => move(event, overlay, 1)}
                      >
                        <ArrowDown size={14} aria-hidden />
                      </button>
                    </>
                  )}
                  <button
                    type="button"
                    aria-label={`Remove ${label}`}
                    onClick={() => onChange(overlays.filter((each) => each !== overlay))}
                  >
                    <X size={14} aria-hidden />
                  </button>
                </span>
              </li>
            )
          })}
        </ul>
      ) : null}
    </Box>
  )
}

/** `24,512.30`, `24,600.10 / 24,512.30 / 24,424.50`, or a dash before the indicator has values. */
function valuesAt(pictures: readonly OverlayPicture[], overlay: Overlay, index: number): string {
  const lines = pictures.find((picture) => picture.overlay === overlay)?.lines ?? []
  const values = lines.map(({ values }) => values[index] ?? NaN).filter((value) => !Number.isNaN(value))
  return values.length === 0 ? formatPrice(null) : values.map(formatPrice).join(' / ')
}
