import { UsageError } from '../engine/cli/failures.ts'
import { EXIT } from '../schema/exitCodes.ts'
import { examineInstallation, printFindings } from './doctor/examineInstallation.ts'
import { runCommand } from './runCommand.ts'

const USAGE = `Examples:
  npm run doctor
  SAKHA_HOME=/var/lib/sakha DATABASE_URL=postgresql://… npm run doctor

Looks at what an installation needs, read-only, and prints a line for each: ok, warn, or fail with what to do. Versions of product, Node.js,
schema, engine and gateway; settings; database, its connections, clock, archive and backups; the market calendar; data folder, disk and keys; which servers answer from here.
An account at the broker is looked at by "npm run engine -- doctor --broker".

Exit codes: 0 nothing failed, 1 something did, 2 wrong usage.
`

await runCommand(USAGE, async (args) => {
  if (args.length > 0) throw new UsageError('"npm run doctor" takes no arguments')
  const findings = await examineInstallation(process.env)
  if (findings.some(({ state }) => state === 'fail')) process.exitCode = EXIT.failed
  return printFindings(findings)
})
