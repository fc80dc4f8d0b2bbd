import { styled } from 'styled-components'
import { media } from '../../theme/media.ts'

/** A day or a month in the calendar: its name above its net. */
export const CalendarCell = styled.button`
  display: grid;
  align-content: space-between;
  gap: 2px;
  width: 100%;
  min-width: 0;
  min-height: 56px;
  padding: 5px 7px;
  border: 1px solid transparent;
  border-radius: var(--radius-sm);
  background: var(--raised);
  color: var(--text);
  font-size: var(--text-xs);
  text-align: left;
  cursor: pointer;
  print-color-adjust: exact;

  strong {
    overflow: hidden;
    min-height: 18px;
    font-size: var(--text-sm);
    font-weight: 600;
    text-align: right;
    white-space: nowrap;
  }

  &[aria-disabled='true'] {
    color: var(--muted);
    cursor: default;
  }

  &[aria-pressed='true'] {
    border-color: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent);
  }

  ${media.phone} {
    min-height: 48px;
    padding: 3px 2px 3px 3px;

    strong {
      font-size: 0.625rem;
      letter-spacing: -0.02em;
    }
  }
`
