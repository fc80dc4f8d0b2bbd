import type { Tone } from '../../ui/Badge.ts'

interface ShownState {
  readonly text: string
  readonly tone: Tone
}

interface AgentNow {
  /** Whether it is switched on. */
  readonly aitrading: boolean
  /** Whether the market is open. */
  readonly open: boolean
}

/** The badge of the page's header. */
export function headerState({ aitrading, open }: AgentNow): ShownState {
  if (!aitrading) return { text: 'Inactive', tone: 'neutral' }
  return open ? { text: 'Active & Running', tone: 'good' } : { text: 'Active (Market Closed)', tone: 'warning' }
}

/** The badge beside the switch. */
export function switchState({ aitrading, open }: AgentNow): ShownState {
  if (!aitrading) return { text: 'Disabled', tone: 'neutral' }
  return open ? { text: 'Active & Running', tone: 'good' } : { text: 'Bot active but market is closed!', tone: 'warning' }
}
