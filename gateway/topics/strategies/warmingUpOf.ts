import type { WarmingUp as Row } from '../../../prisma/generated/client.ts'
import type { WarmingUp } from '../../../schema/graphql/warmingUp.ts'

/** The history a strategy version lacks on these of its indices, for the one that lacks most; null when none does. */
export function warmingUpOf(rows: readonly Row[], instruments: readonly string[]): WarmingUp | null {
  const [first, ...others] = rows.filter(({ symbol }) => instruments.includes(symbol))
  if (!first) return null
  const lack = ({ sessionsNeeded, sessions }: Row) => sessionsNeeded - sessions
  const { sessions, sessionsNeeded, readyAt } = others.reduce((most, row) => (lack(row) > lack(most) ? row : most), first)
  return { sessions, sessionsNeeded, readyAt }
}
