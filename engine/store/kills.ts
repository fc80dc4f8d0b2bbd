import type { Database } from '../../prisma/client.ts'
import type { Kill } from '../trading/floor/TradeRecords.ts'

/** The kill switches in force. Throws when one has no scope: the table is damaged. */
export async function findKills(db: Database): Promise<Kill[]> {
  const rows = await db.killSwitch.findMany({
    where: { liftedAt: null },
    select: { id: true, scope: true, scopeId: true, squareOff: true },
  })
  return rows.map(({ id, scope, scopeId, squareOff }) => {
    if (scope === 'GLOBAL') return { scope, squareOff }
    if (scopeId === null) throw new TypeError(`kill switch ${id} is for one ${scope} and names none`)
    return { scope, scopeId, squareOff }
  })
}
