import { Info } from 'lucide-react'
import { Popover } from 'radix-ui'
import { styled } from 'styled-components'
import { media } from '../theme/media.ts'

const Trigger = styled.button`
  display: inline-grid;
  flex: none;
  place-items: center;
  width: 28px;
  height: 28px;
  margin: -6px -6px -6px 0;
  padding: 0;
  border: 0;
  border-radius: 50%;
  background: none;
  color: var(--muted);
  cursor: pointer;

  &:hover,
  &[aria-expanded='true'] {
    color: var(--text);
  }

  ${media.phone} {
    width: 44px;
    height: 44px;
    margin: -14px -12px -14px -6px;
  }
`

const Content = styled(Popover.Content)`
  z-index: 40;
  width: min(20rem, calc(100vw - 32px));
  padding: 12px 14px;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  background: var(--overlay);
  color: var(--text);
  font-size: var(--text-sm);

  p + p {
    margin-top: 8px;
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

interface ExplainerProps {
  /** What is explained: "Sharpe ratio". */
  about: string
  /** One or two sentences. */
  text: string
  computed: string
}

/** A small ⓘ that opens what a figure means and how it is computed, by click, Enter or Space; Escape closes it. */
export function Explainer({ about, text, computed }: ExplainerProps) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Trigger type="button" aria-label={`What is ${about}?`}>
          <Info size={14} aria-hidden />
        </Trigger>
      </Popover.Trigger>
      <Popover.Portal>
        <Content side="top" sideOffset={4} collisionPadding={16} aria-label={about}>
          <p>{text}</p>
          <p>How computed: {computed}</p>
        </Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
