import type { Tone } from '../../ui/Badge.ts'

interface ShownState {
  readonly text: string
  readonly tone: Tone
}

interface AgentNow {
  /** Whether it is switched on. */
  readonly aitrading: boolean
  /** Whether it is on and not halted. */
  readonly active: boolean
  /** Whether the market is open. */
  readonly open: boolean
}

/** The badge of the page's header. */
export function headerState({ active, open }: Omit<AgentNow, 'aitrading'>): ShownState {
  if (!active) return { text: 'Inactive', tone: 'neutral' }
  return open ? { text: 'Active & Running', tone: 'good' } : { text: 'Active (Market Closed)', tone: 'warning' }
}

/** The badge beside the switch. */
export function switchState({ aitrading, active, open }: AgentNow): ShownState {
  if (!aitrading) return { text: 'Disabled', tone: 'neutral' }
  if (!active) return { text: 'Halted', tone: 'warning' }
  return open ? { text: 'Active & Running', tone: 'good' } : { text: 'Bot active but market is closed!', tone: 'warning' }
}
