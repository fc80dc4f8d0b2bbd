import type pg from 'pg'
import { fine, wrong, type Found } from '../../engine/broker/doctor/Finding.ts'
import { counted } from '../../schema/counted.ts'
import { CONNECTIONS, FOR_COMMANDS } from '../../prisma/connectionNeeds.ts'
import { livingNodes } from '../../prisma/nodes/livingNodes.ts'

/** What a server of databases gives, and what is at work on one. */
export interface ConnectionFacts {
  readonly max: number
  /** For superusers and others who are served when nobody else is. */
  readonly reserved: number
  /** Of all databases of the server. */
  readonly open: number
  /** Living ones; one of each is reckoned with at least. */
  readonly engines: number
  readonly gateways: number
}

/** Whether a database's server gives the connections that the processes at work on it may need. */
export async function examineConnections(client: pg.Client): Promise<Found> {
  const { rows } = await client.query<Omit<ConnectionFacts, 'engines' | 'gateways'>>(`
    SELECT current_setting('max_connections')::int AS max,
      current_setting('superuser_reserved_connections')::int + current_setting('reserved_connections')::int AS reserved,
      (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS open`)
  const nodes = await livingNodes(client)
  const living = (wanted: 'ENGINE' | 'GATEWAY') => nodes.filter(({ kind }) => kind === wanted).length
  return judgeConnections({ ...rows[0]!, engines: living('ENGINE'), gateways: living('GATEWAY') })
}

/** What it means. */
export function judgeConnections({ max, reserved, open, engines, gateways }: ConnectionFacts): Found {
  const need = Math.max(1, engines) * CONNECTIONS.ENGINE + Math.max(1, gateways) * CONNECTIONS.GATEWAY + FOR_COMMANDS
  const who = `${counted(Math.max(1, engines), 'engine')}, ${counted(Math.max(1, gateways), 'gateway')} and commands need up to ${need}`
  const text = `${who}; max_connections is ${max}, of which ${reserved} are reserved; ${open} are open now`
  return need <= max - reserved
    ? fine(text)
    : wrong(`${text}: set it to ${Math.ceil((need + reserved) / 10) * 10} or more (docs/operations.md, Connections)`)
}
