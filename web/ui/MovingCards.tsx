import { AnimatePresence, LazyMotion, MotionConfig, useIsPresent } from 'framer-motion'
import * as m from 'framer-motion/m'
import { Children, isValidElement, useState, type ComponentProps, type ReactNode } from 'react'
import { styled } from 'styled-components'
import { loadMotion, useMotion } from './useMotion.ts'

const MOVE = { duration: 0.16, ease: 'easeOut' } as const
const GONE = { opacity: 0 } as const
const THERE = { opacity: 1 } as const

const Cell = styled(m.div)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
`

/** The place of one card in the grid, which the card fills. While it is faded out, it is inert and hidden from assistive technology. */
function Place(props: ComponentProps<typeof Cell>) {
  const isLeaving = !useIsPresent()
  return <Cell {...props} inert={isLeaving} aria-hidden={isLeaving || undefined} />
}

/**
 * The cards of a grid, each with a key. One that comes or goes is faded, and the others then glide to their new places: nothing jumps from
 * under a finger. While the cards stay the same nothing is measured, and nothing moves for those who ask for less motion.
 */
export function MovingCards({ children }: { children: ReactNode }) {
  const { ready } = useMotion()
  const [departures, setDepartures] = useState(0)
  const cards = Children.toArray(children).filter((card) => isValidElement(card))
  const places = `${departures} ${cards.map(({ key }) => key).join()}`
  return (
    <LazyMotion strict features={loadMotion}>
      <MotionConfig reducedMotion="user" transition={MOVE}>
        <AnimatePresence initial={false} onExitComplete={() => setDepartures((count) => count + 1)}>
          {cards.map((card) => (
            <Place
              key={card.key}
              layout="position"
              layoutDependency={places}
              // Before its animation is loaded, it would stay in its first state.
              initial={ready ? GONE : false}
              animate={THERE}
              exit={ready ? GONE : THERE}
            >
              {card}
            </Place>
          ))}
        </AnimatePresence>
      </MotionConfig>
    </LazyMotion>
  )
}
