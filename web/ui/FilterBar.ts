import { styled } from 'styled-components'
import { Field } from './TextField.tsx'

/** Labelled fields in a row that choose what a screen shows; the columns are the screen's own. */
export const FilterBar = styled.form`
  display: grid;
  align-items: end;
  gap: 8px;
  margin-bottom: 12px;

  label,
  ${Field} {
    display: grid;
    gap: 4px;
  }

  label,
  ${Field} label {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  select,
  input {
    background: var(--surface);
    color: var(--text);
    font-size: var(--text-sm);
  }
`
