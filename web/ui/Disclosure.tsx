import { ChevronDown } from 'lucide-react'
import { LazyMotion, MotionConfig } from 'framer-motion'
import * as m from 'framer-motion/m'
import { useId, type ReactNode } from 'react'
import { styled } from 'styled-components'
import { Card } from './Card.ts'
import { loadMotion, useMotion } from './useMotion.ts'

const Frame = styled(Card)`
  margin-bottom: 12px;
  padding: 0;
`

const Head = styled.h2`
  font-size: var(--text-md);

  button {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    width: 100%;
    min-height: 52px;
    padding: 8px 16px;
    border: 0;
    border-radius: var(--radius);
    background: none;
    color: inherit;
    font: inherit;
    text-align: left;
    cursor: pointer;
  }

  small {
    display: block;
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 400;
  }

  svg {
    flex: none;
    transition: transform var(--fast);
  }

  button[aria-expanded='true'] svg {
    transform: rotate(180deg);
  }
`

const Body = styled(m.div)`
  display: grid;
  gap: 14px;
  padding: 4px 16px 16px;
`

interface DisclosureProps {
  title: string
  /** What is inside, in a sentence. */
  text: string
  open: boolean
  onToggle: () => void
  children: ReactNode
}

/** A section that opens below its name. What is inside is rendered while it is open. */
export function Disclosure({ title, text, open, onToggle, children }: DisclosureProps) {
  const id = useId()
  const { ready } = useMotion()
  return (
    <Frame aria-label={title}>
      <Head>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={onToggle}>
          <span>
            {title}
            <small>{text}</small>
          </span>
          <ChevronDown size={18} aria-hidden />
        </button>
      </Head>
      <div id={id}>
        {open ? (
          <LazyMotion strict features={loadMotion}>
            <MotionConfig reducedMotion="user" transition={{ duration: 0.16, ease: 'easeOut' }}>
              <Body initial={ready ? { opacity: 0, y: -6 } : false} animate={{ opacity: 1, y: 0 }}>
                {children}
              </Body>
            </MotionConfig>
          </LazyMotion>
        ) : null}
      </div>
    </Frame>
  )
}
