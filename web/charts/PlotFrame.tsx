import { useState, type ReactNode } from 'react'
import { styled } from 'styled-components'
import { TableScroller } from './TableScroller.ts'
import { Button } from '../ui/Button.ts'

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px;

  h3 {
    font-size: var(--text-sm);
  }
`

const Frame = styled.section`
  display: grid;
  gap: 8px;
  min-width: 0;

  p {
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

interface PlotFrameProps {
  title: string
  /** What it shows, in a sentence. */
  text: string
  columns: readonly string[]
  /** Texts of the table, a row each; the first names the row. */
  rows: readonly (readonly string[])[]
  /** The picture. */
  children: ReactNode
}

/** A plot under its name, and the same numbers as a table on demand. */
export function PlotFrame({ title, text, columns, rows, children }: PlotFrameProps) {
  const [asTable, setAsTable] = useState(false)
  return (
    <Frame aria-label={title}>
      <Head>
        <h3>{title}</h3>
        <Button
          $look="quiet"
          type="button"
          aria-pressed={asTable}
          aria-label={`${title}: view as table`}
          onClick={() => setAsTable(!asTable)}
        >
          View as {asTable ? 'chart' : 'table'}
        </Button>
      </Head>
      {asTable ? (
        <TableScroller style={{ maxHeight: 320 }} tabIndex={0} role="region" aria-label={`${title}, table`}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, ...cells], i) => (
                <tr key={i}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, place) => (
                    <td key={place}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroller>
      ) : (
        children
      )}
      <p>{text}</p>
    </Frame>
  )
}
