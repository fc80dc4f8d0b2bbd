import { ArrowDown, ArrowUp } from 'lucide-react'
import { styled } from 'styled-components'

const SortButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-height: 36px;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-align: inherit;
  cursor: pointer;

  svg {
    visibility: hidden;
  }

  /* So that the heading stands above its numbers. */
  .number > & {
    flex-direction: row-reverse;
  }

  &:hover,
  [aria-sort] > & {
    color: var(--text);
  }

  [aria-sort] > & svg {
    visibility: visible;
  }
`

interface SortHeadingProps {
  title: string
  /** Null: the table is sorted by another column. */
  order: 'ascending' | 'descending' | null
  className?: string | undefined
  onSort: () => void
}

/** The heading of a column that sorts its table. */
export function SortHeading({ title, order, className, onSort }: SortHeadingProps) {
  return (
    <th scope="col" className={className} aria-sort={order ?? undefined}>
      <SortButton type="button" onClick={onSort}>
        {title}
        {order === 'ascending' ? <ArrowUp size={13} aria-hidden /> : <ArrowDown size={13} aria-hidden />}
      </SortButton>
    </th>
  )
}
