// Brings the database named by DATABASE_URL up to date; for servers that run without `npm start`.
import { UsageError } from '../engine/cli/failures.ts'
import { readEnvironment } from '../schema/readEnvironment.ts'
import { seed } from '../prisma/seed.ts'
import { launcherEnvironment } from './launch/settings.ts'
import { migrate, roleOf } from './postgres/migrate.ts'
import { describeGrants } from './postgres/describeGrants.ts'
import { runCommand } from './runCommand.ts'

const USAGE = `Examples:
  DATABASE_URL=postgresql://user@host:5432/sakha npm run migrate
  MIGRATION_URL=postgresql://owner@host:5432/sakha DATABASE_URL=postgresql://user@host:5432/sakha npm run migrate

Brings the database to the newest migration of this version and adds what a new one begins with. Each migration is made whole or not at
all, and goes forward only. Engines and gateways of the version before may run meanwhile; they do not start anew afterwards.
With one role it prints how to make a second one with fewer rights; with two it grants that one what it needs.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the database is newer than this version.
`

await runCommand(USAGE, async (args) => {
  if (args.length > 0) throw new UsageError('"npm run migrate" takes no arguments')
  const read = readEnvironment(launcherEnvironment.pick({ DATABASE_URL: true, MIGRATION_URL: true }), process.env)
  const { DATABASE_URL, MIGRATION_URL } = read.ok ? read.value : {}
  const owner = MIGRATION_URL ?? DATABASE_URL
  if (!owner) throw new UsageError(read.ok ? 'DATABASE_URL is not set' : read.error.join('\n'))
  const urls = { owner, runtime: DATABASE_URL ?? owner }
  const added = await migrate(urls)
  await seed(urls.runtime)
  const [owns, works] = [roleOf(urls.owner), roleOf(urls.runtime)]
  const rights = owns === works ? await describeGrants(owner) : `${works} has what gateway and engine need of it.`
  return `The database is up to date (${added.length} ${added.length === 1 ? 'migration was' : 'migrations were'} new).\n\n${rights}`
})
