import { styled } from 'styled-components'

/** Sign, currency and number stay on one line. */
const Unbroken = styled.span`
  white-space: nowrap;
`

/** The text of an amount; of a hidden one `text` says how it is seen, and it is heard as "hidden". */
export function Amount({ text, hidden }: { text: string; hidden: boolean }) {
  if (!hidden) return <Unbroken>{text}</Unbroken>
  return (
    <Unbroken>
      <span aria-hidden>{text}</span>
      <span className="visually-hidden">hidden</span>
    </Unbroken>
  )
}
