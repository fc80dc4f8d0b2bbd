import { Popover } from 'radix-ui'
import type { RefObject } from 'react'
import { styled } from 'styled-components'
import { OPTIONAL_COLUMNS, type OptionalColumn } from './useHiddenColumns.ts'

const Content = styled(Popover.Content)`
  z-index: 40;
  width: 13rem;
  padding: 10px 12px;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  background: var(--overlay);
  color: var(--text);
  font-size: var(--text-sm);

  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }

  legend {
    padding: 0;
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 600;
  }

  label {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 34px;
    cursor: pointer;
  }

  input {
    width: 17px;
    height: 17px;
    margin: 0;
    accent-color: var(--accent-solid);
  }
`

export interface ColumnPanelProps {
  hidden: readonly OptionalColumn[]
  onChoose: (column: OptionalColumn, isShown: boolean) => void
  /** The button that opens and closes it. */
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** The columns of the table of running trades, each to be shown or left out, below the button. */
export function ColumnPanel({ hidden, onChoose, button, onClose }: ColumnPanelProps) {
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Content
          align="end"
          sideOffset={4}
          collisionPadding={16}
          aria-label="Columns"
          // The button closes it itself.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault()
          }}
          onEscapeKeyDown={() => button.current?.focus()}
          // What was pressed beside it has the focus.
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <fieldset>
            <legend>Columns</legend>
            {entriesOf(OPTIONAL_COLUMNS).map(([column, title]) => (
              <label key={column}>
                <input type="checkbox" checked={!hidden.includes(column)} onChange={({ target }) => onChoose(column, target.checked)} />
                {title}
              </label>
            ))}
          </fieldset>
        </Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const entriesOf = (columns: typeof OPTIONAL_COLUMNS) => Object.entries(columns) as [OptionalColumn, string][]
