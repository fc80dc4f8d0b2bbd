import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')

/**
 * What Node.js must run for one of the project's programs, e.g. `engine/main.ts`: compiled when the test run has compiled them all
 * (`npm test` has), which starts in a fraction of the time, else from source. `root`: of another copy of the project. For tests only.
 */
export function programOf(source: string, root = ROOT): string[] {
  if (process.env['SAKHA_TEST_COMPILED']) return [path.join(root, 'dist', source.replace(/\.ts$/, '.js'))]
  return ['--import', '#typescript', path.join(root, source)]
}
