import pg from 'pg'
import { RUNTIME } from './roles.ts'
import { roleOf } from './migrate.ts'
import { runtimeGrants } from './runtimeGrants.ts'

/** How an own database is given a second role, which gateway and engine work with: what to run there, and what to set then. */
export async function describeGrants(ownerUrl: string): Promise<string> {
  const { database = '' } = new pg.Client({ connectionString: ownerUrl })
  const statements = [
    `CREATE ROLE ${RUNTIME} LOGIN PASSWORD 'a long password of your own'`,
    `GRANT CONNECT ON DATABASE ${pg.escapeIdentifier(database)} TO ${RUNTIME}`,
    ...(await runtimeGrants(ownerUrl, RUNTIME)),
  ]
  return `Gateway and engine connect as ${roleOf(ownerUrl)}, who may change and remove the tables. They need less. To give them a role of their own,
run this once, the first line as a role that may create roles:

${statements.map((statement) => `${statement};\n`).join('')}
Then set DATABASE_URL to ${RUNTIME}, and MIGRATION_URL to what DATABASE_URL is now: npm start and npm run migrate keep the rights
of ${RUNTIME} up to date from there on.
`
}
