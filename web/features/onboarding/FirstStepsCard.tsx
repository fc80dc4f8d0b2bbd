import { useQuery } from '@apollo/client/react'
import { CircleCheck, CircleDashed, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { FirstStepsDocument } from '../../gql/generated/graphql.ts'
import { browserStorage } from '../../lib/browserStorage.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { Card } from '../../ui/Card.ts'
import { IconButton } from '../../ui/IconButton.ts'
import { firstSteps } from './firstSteps.ts'

const Frame = styled(Card)`
  position: relative;

  h2 {
    margin-bottom: 8px;
    padding-right: 32px;
    font-size: var(--text-md);
  }

  a {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 44px;
    color: var(--text);
    font-size: var(--text-sm);
  }

  [data-done='true'] a {
    color: var(--muted);
    text-decoration: none;
  }

  svg {
    flex: none;
  }

  [data-done='true'] a svg {
    color: var(--good);
  }
`

const Dismiss = styled(IconButton)`
  position: absolute;
  top: 4px;
  right: 4px;
`

const keyOf = (userId: string) => `first-steps-dismissed-${userId}`

/** First steps for a user without strategies or trades who has not dismissed them. Shows nothing when it cannot be loaded. */
export function FirstStepsCard() {
  const userId = useAuthStore((state) => state.user?.id ?? '')
  const [dismissed, setDismissed] = useState(() => browserStorage.getItem(keyOf(userId)) !== null)
  const { data } = useQuery(FirstStepsDocument, { skip: dismissed })
  const steps = data ? firstSteps(data) : null
  if (dismissed || steps === null) return null
  return (
    <Frame as="section" aria-label="First steps">
      <h2>
        First steps, {steps.filter(({ done }) => done).length} of {steps.length} done
      </h2>
      <ol>
        {steps.map(({ title, to, done }) => (
          <li key={to} data-done={done}>
            <Link to={to}>
              {done ? <CircleCheck size={18} aria-hidden /> : <CircleDashed size={18} aria-hidden />}
              <span>
                {title}
                {done ? <span className="visually-hidden"> (done)</span> : null}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <Dismiss
        type="button"
        aria-label="Dismiss the first steps"
        onClick={() => {
          browserStorage.setItem(keyOf(userId), 'yes')
          setDismissed(true)
        }}
      >
        <X size={18} aria-hidden />
      </Dismiss>
    </Frame>
  )
}
