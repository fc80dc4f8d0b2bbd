import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { media } from '../theme/media.ts'
import { useTradingMode } from '../gql/useTradingMode.ts'
import { useDocumentTitle } from '../lib/documentTitle.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'

const Header = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  justify-content: space-between;
  gap: 12px 24px;
  margin-bottom: 20px;

  h1 {
    font-size: var(--text-xl);
    outline: none;
  }

  p {
    margin-top: 4px;
    color: var(--muted);
    font-size: var(--text-sm);
  }
`

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;

  /* Three to a row, in the font of the first moments too. */
  ${media.phone} {
    & > a,
    & > button {
      padding-inline: 9px;
    }
  }
`

interface PageHeaderProps {
  title: string
  subtitle: string
  /** Whose money it is of; left out, what the user trades with now. */
  mode?: TradeMode
  /** Actions on the whole screen. */
  children?: ReactNode
}

/** The top of a screen: its name (also the window's, with the mode of trading), one sentence and what can be done. */
export function PageHeader({ title, subtitle, mode, children }: PageHeaderProps) {
  const now = useTradingMode()
  useDocumentTitle([title, mode ?? now, 'Sakha'].filter((part) => part !== null).join(' · '))
  return (
    <Header>
      <div>
        <h1>{title}</h1>
        <p>{subtitle}</p>
      </div>
      {children === undefined ? null : <Actions>{children}</Actions>}
    </Header>
  )
}
