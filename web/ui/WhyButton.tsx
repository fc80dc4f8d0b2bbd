import { styled } from 'styled-components'

const Name = styled.button`
  min-width: 0;
  min-height: 24px;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  letter-spacing: inherit;
  text-align: left;
  cursor: pointer;

  &:hover {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
`

/** The name of a trade, which opens why it was traded. */
export function WhyButton({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <Name type="button" aria-label={`Why ${name} was traded`} onClick={onPress}>
      {name}
    </Name>
  )
}
