import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'

const Box = styled.div`
  display: grid;
  justify-items: center;
  gap: 8px;
  padding: 48px 16px;
  border: 1px dashed var(--line-strong);
  border-radius: var(--radius);
  color: var(--muted);
  font-size: var(--text-sm);
  text-align: center;

  h2 {
    color: var(--text);
    font-size: var(--text-lg);
  }

  a,
  button {
    margin-top: 8px;
  }
`

/** Says why there is nothing here and what to do about it. */
export function EmptyState({
  icon: Icon,
  title,
  text,
  children,
}: {
  icon: LucideIcon
  title: string
  text?: string
  children?: ReactNode
}) {
  return (
    <Box>
      <Icon size={28} aria-hidden />
      <h2>{title}</h2>
      {text === undefined ? null : <p>{text}</p>}
      {children}
    </Box>
  )
}
