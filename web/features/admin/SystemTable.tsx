import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { TableScroller } from '../../charts/TableScroller.ts'

/** Columns after the first that hold words stay to the left of their room. */
const Scroller = styled(TableScroller)`
  caption {
    padding-bottom: 6px;
    color: var(--muted);
    font-size: var(--text-xs);
    text-align: left;
  }

  tbody th {
    max-width: 32rem;
    overflow-wrap: anywhere;
    white-space: normal;
  }
`

interface SystemTableProps {
  label: string
  columns: readonly string[]
  /** Said above it. */
  caption?: string
  /** Rows, whose first cell names them. */
  children: ReactNode
}

/** A table of the admin's that scrolls sideways where it has no room. */
export function SystemTable({ label, columns, caption, children }: SystemTableProps) {
  return (
    <Scroller tabIndex={0} role="region" aria-label={`${label}, table`}>
      <table>
        {caption === undefined ? null : <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroller>
  )
}
