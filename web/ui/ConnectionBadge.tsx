import type { Connection } from '../gql/useConnection.ts'
import { Badge, type Tone } from './Badge.ts'
import { LiveDot } from './LiveDot.ts'

const TONES = {
  live: 'good',
  connecting: 'neutral',
  closed: 'neutral',
  delayed: 'warning',
  lost: 'warning',
  'engine-down': 'bad',
  offline: 'bad',
} as const satisfies Record<Connection['kind'], Tone>

/** How far the prices on screen can be trusted, in word and tone. */
export function ConnectionBadge({ connection: { kind, text } }: { connection: Connection }) {
  return (
    <Badge $tone={TONES[kind]}>
      {kind === 'live' ? <LiveDot /> : null}
      {text}
    </Badge>
  )
}
