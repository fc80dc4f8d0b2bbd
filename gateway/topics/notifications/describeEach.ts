import type { Database } from '../../../prisma/client.ts'
import type { AuditReader } from '../audit/AuditReader.ts'
import type { Description } from './Description.ts'
import type { NotificationRow } from './readNotifications.ts'

/** The kinds of facts, as the ids of the view "Notification" begin. */
export const EVENTS = [
  ...([
    'opened',
    'closed',
    'failing',
    'handed',
    'letgo',
    'lossday',
    'denied',
    'proposal',
    'firstorder',
    'backtest',
    'security',
    'broker',
    'live',
    'fill',
    'refused',
    'stopped',
    'lifted',
    'version',
    'archived',
    'lost',
    'back',
  ] as const),
]
export type Event = (typeof EVENTS)[number]

/** Puts notifications of some events into words, each under its `nameOf`; drops those whose fact is gone. */
export type Describe = (db: Database, rows: readonly Row[], audit: AuditReader) => Promise<Map<string, Description>>

/** A notification with the key of its fact. */
export interface Row extends NotificationRow {
  readonly event: Event
  readonly key: string
}

/** Ids are of one user each. */
export const nameOf = ({ userId, id }: NotificationRow) => `${userId} ${id}`

export const keys = (rows: readonly Row[]) => rows.map(({ key }) => key)

/** Each row with the fact its key names. */
export function describeEach<Fact>(
  rows: readonly Row[],
  facts: readonly Fact[],
  keyOf: (fact: Fact) => string,
  describe: (fact: Fact, row: Row) => Description,
): Map<string, Description> {
  const byKey = new Map(facts.map((fact) => [keyOf(fact), fact]))
  return new Map(
    rows.flatMap((row): (readonly [string, Description])[] => {
      const fact = byKey.get(row.key)
      return fact === undefined ? [] : [[nameOf(row), describe(fact, row)]]
    }),
  )
}
