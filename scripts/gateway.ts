// The gateway as this process, for servers that run without `npm start`; `node dist/gateway/main.js` is the same without the packaged database's address.
import { UsageError } from '../engine/cli/failures.ts'
import { runningDatabaseUrl } from './launch/runningDatabaseUrl.ts'
import { runCommand } from './runCommand.ts'

const USAGE = `Examples:
  npm run gateway -- run
  PORT=4000 METRICS_PORT=4101 DATABASE_URL=postgresql://… npm run gateway -- run

Serves the web and the API until SIGINT or SIGTERM; prints one line, {"event":"gateway.ready",…}, when it does. Settings: .env.example.

Exit codes: 0 stopped in order, 1 failed, 2 wrong usage, 3 the database has not the tables of this version.
`

if (process.argv.slice(2).join(' ') === 'run') {
  const url = runningDatabaseUrl(process.env)
  if (url !== null) process.env['DATABASE_URL'] = url
  await import('../gateway/main.ts')
} else
  await runCommand(USAGE, () => {
    throw new UsageError('"run" is expected')
  })
