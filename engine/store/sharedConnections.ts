import { openPool, type Pool } from '../../prisma/client.ts'

/** Connections that several parts of an engine share; whoever opened them ends them, after its parts. */
export type SharedConnections = Pool

/** At most so many, made when they are needed, under a name that pg_stat_activity shows. */
export function openSharedConnections(databaseUrl: string, name: string, most: number): SharedConnections {
  return openPool(databaseUrl, name, most)
}
