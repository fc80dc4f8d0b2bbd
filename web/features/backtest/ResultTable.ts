import { styled } from 'styled-components'
import { TableScroller } from '../../charts/TableScroller.ts'

/** Round a table of a backtest's result, which has a caption and may be wider than the screen. */
export const ResultTable = styled(TableScroller)`
  caption {
    padding-bottom: 8px;
    font-weight: 600;
    text-align: left;
  }

  thead th {
    font-weight: 500;
  }
`
