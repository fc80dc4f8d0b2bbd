import { styled } from 'styled-components'

/** The buttons that end a dialog, in a row at its end. */
export const DialogActions = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
`
