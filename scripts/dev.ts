import { Launcher, runLauncher } from './launch/Launcher.ts'
import { PAST_SESSIONS } from './launch/loadPast.ts'
import { readSettings } from './launch/settings.ts'

const WEB_PORT = 5173

try {
  const settings = readSettings(process.env)
  // Each process starts again when a file it imports changes; the web reloads in place.
  const watched = (file: string) => ['--watch', '--watch-preserve-output', '--import', '#typescript', file]
  process.env['GATEWAY_URL'] = `http://127.0.0.1:${settings.port}`
  const launcher = new Launcher(settings, {
    prepare: null,
    sandbox: watched('engine/sandbox/main.ts'),
    engine: watched('engine/main.ts'),
    gateway: watched('gateway/main.ts'),
    web: ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts', '--host', '127.0.0.1', '--port', String(WEB_PORT)],
    reset: false,
    verbose: true,
    pastSessions: PAST_SESSIONS,
  })
  process.stdout.write('Sakha, for development\n')
  await runLauncher(launcher, () => {
    process.stdout.write(
      `\n  Web with hot reload:  http://127.0.0.1:${WEB_PORT}\n  Gateway:              http://127.0.0.1:${settings.port}\n  Ctrl-C stops everything.\n\n`,
    )
  })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
