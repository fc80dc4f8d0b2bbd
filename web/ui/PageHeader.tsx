import { useEffect } from 'react'
import { styled } from 'styled-components'

const Header = styled.header`
  margin-bottom: 20px;

  h1 {
    font-size: var(--text-xl);
  }

  p {
    margin-top: 4px;
    color: var(--muted);
    font-size: var(--text-sm);
  }
`

/** The top of a screen: its name (also the window's, with the mode of trading) and one sentence. */
export function PageHeader({ title, subtitle }: { title: string; subtitle: string }) {
  useEffect(() => {
    const before = document.title
    document.title = `${title} · PAPER · Sakha`
    return () => {
      document.title = before
    }
  }, [title])
  return (
    <Header>
      <h1>{title}</h1>
      <p>{subtitle}</p>
    </Header>
  )
}
