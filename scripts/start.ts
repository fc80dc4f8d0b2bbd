import { parseArgs } from 'node:util'
import { build } from './build.ts'
import { Launcher, runLauncher } from './launch/Launcher.ts'
import { PAST_SESSIONS } from './launch/loadPast.ts'
import { addressOf, readSettings } from './launch/settings.ts'

const USAGE = `npm start                 start Sakha: database, sandbox market, engine, web
npm start -- --reset      the same, after removing all accounts, trades and candles
npm start -- --verbose    show every log line, not only warnings`

try {
  const { values } = parseArgs({
    options: { reset: { type: 'boolean' }, verbose: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) {
    process.stdout.write(`${USAGE}\n`)
    process.exit(0)
  }
  const settings = readSettings(process.env)
  const compiled = (file: string) => ['--enable-source-maps', file]
  const launcher = new Launcher(settings, {
    prepare: build,
    sandbox: compiled('dist/engine/sandbox/main.js'),
    engine: compiled('dist/engine/main.js'),
    gateway: compiled('dist/gateway/main.js'),
    web: null,
    reset: values.reset ?? false,
    verbose: values.verbose ?? false,
    pastSessions: PAST_SESSIONS,
  })
  process.stdout.write('Sakha · Your Trading Buddy\n')
  await runLauncher(launcher, () => {
    const data = settings.databaseUrl ? 'in your own database' : `in ${settings.home}`
    const market =
      settings.sandboxPort === null
        ? 'The market is the real one, by your broker (BROKER=smartapi).'
        : "The market is the sandbox's: it is always open and no real money moves."
    process.stdout.write(`
  Sakha is ready:  ${addressOf(settings)}

  Open it and choose "Get Started Free": the first account takes a minute, and nothing leaves this machine.
  ${market} Your data is ${data}.
  Ctrl-C stops everything.
`)
  })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
