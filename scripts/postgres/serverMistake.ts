/** The oldest PostgreSQL that takes the migrations: references that are declared and not enforced are new in it. */
const OLDEST_SERVER = 18

/** What is wrong with a server of this version (server_version, server_version_num); null: nothing. */
export function serverMistake(version: string, number: number): string | null {
  if (number >= OLDEST_SERVER * 10_000) return null
  return `PostgreSQL ${OLDEST_SERVER} or newer is needed, and this is ${version.split(' ')[0]}.`
}
