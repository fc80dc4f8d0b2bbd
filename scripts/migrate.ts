// Brings the database named by DATABASE_URL up to date; for servers that run without `npm start`.
import { readEnvironment } from '../schema/readEnvironment.ts'
import { seed } from '../prisma/seed.ts'
import { launcherEnvironment } from './launch/settings.ts'
import { migrate, roleOf } from './postgres/migrate.ts'
import { describeGrants } from './postgres/describeGrants.ts'

const read = readEnvironment(launcherEnvironment.pick({ DATABASE_URL: true, MIGRATION_URL: true }), process.env)
const { DATABASE_URL, MIGRATION_URL } = read.ok ? read.value : {}
const owner = MIGRATION_URL ?? DATABASE_URL
if (!owner) {
  const mistakes = read.ok ? 'DATABASE_URL is not set.' : read.error.join('\n')
  process.stderr.write(`${mistakes}\nExample: DATABASE_URL=postgresql://user@host:5432/sakha npm run migrate\n`)
  process.exit(2)
}
const urls = { owner, runtime: DATABASE_URL ?? owner }
await migrate(urls)
await seed(urls.runtime)
const [owns, works] = [roleOf(urls.owner), roleOf(urls.runtime)]
process.stdout.write(
  `The database is up to date.\n\n${owns === works ? await describeGrants(owner) : `${works} has what gateway and engine need of it.\n`}`,
)
