// Brings the database named by DATABASE_URL up to date; for servers that run without `npm start`.
import { seed } from '../prisma/seed.ts'
import { migrate } from './postgres/migrate.ts'

const url = process.env['DATABASE_URL']
if (!url) {
  process.stderr.write('DATABASE_URL is not set. Example: DATABASE_URL=postgresql://user@host:5432/sakha npm run migrate\n')
  process.exit(2)
}
await migrate(url)
await seed(url)
process.stdout.write('The database is up to date.\n')
