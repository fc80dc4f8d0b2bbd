import { styled } from 'styled-components'

/** What went wrong, where it did; read out as it appears. */
export const Alert = styled.p.attrs({ role: 'alert' })`
  padding: 10px 12px;
  border: 1px solid var(--danger);
  border-radius: var(--radius-sm);
  background: var(--danger-soft);
  color: var(--text);
  font-size: var(--text-sm);
  overflow-wrap: anywhere;
`
