/** `npm run check:web [-- --screenshots FOLDER]`: builds, then measures the web in a real browser (web/e2e/checkWeb.ts). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { build } from './build.ts'
import { requireBrowser } from './test/browser.ts'

try {
  const browser = requireBrowser('whole')
  process.stdout.write('Building …\n')
  await build()
  const child = spawn(process.execPath, ['--import', '#typescript', 'web/e2e/checkWeb.ts', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: browser },
  })
  const [code] = (await once(child, 'close')) as [number | null]
  process.exitCode = code ?? 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
