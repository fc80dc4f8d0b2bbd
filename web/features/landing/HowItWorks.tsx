import { styled } from 'styled-components'

const STEPS = [
  { title: 'Choose a strategy', text: 'Read its rules in plain English, its trading window, its stop and its target.' },
  { title: 'Subscribe', text: 'It starts in paper mode: real rules, live prices, charges and slippage, no real money.' },
  { title: 'Watch it work', text: 'Every entry and exit appears as it happens, with the reason and the result.' },
] as const

const List = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr));
  gap: 24px;
  counter-reset: step;

  li {
    padding-top: 16px;
    border-top: 1px solid var(--line-strong);
    counter-increment: step;
  }

  li::before {
    content: counter(step);
    color: var(--accent);
    font-size: var(--text-xl);
    font-weight: 650;
  }

  h3 {
    margin: 4px 0 6px;
    font-size: var(--text-md);
  }

  p {
    color: var(--muted);
    font-size: var(--text-sm);
  }
`

/** The way from a strategy to a trade in three steps. */
export function HowItWorks() {
  return (
    <List>
      {STEPS.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </List>
  )
}
