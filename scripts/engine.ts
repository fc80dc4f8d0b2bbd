// The headless engine's command line; one entry, so that `npm run engine -- …` and `node dist/engine/cli.js …` are the same.
import { runningDatabaseUrl } from './launch/runningDatabaseUrl.ts'

const url = runningDatabaseUrl(process.env)
if (url !== null) process.env['DATABASE_URL'] = url
await import('../engine/cli.ts')
