import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** For Node.js: the first compiler of WebAssembly only. An engine spends a seventh of its start on making that of the database client faster, which lives for seconds here. For tests only. */
export const SHORT_LIFE = '--liftoff-only'

/**
 * What Node.js must run for one of the project's programs, e.g. `engine/main.ts`: compiled when the test run has compiled them all
 * (`npm test` has), which starts in a fraction of the time, else from source. `root`: of another copy of the project. For tests only.
 */
export function programOf(source: string, root = ROOT): string[] {
  if (process.env['SAKHA_TEST_COMPILED']) return [SHORT_LIFE, path.join(root, 'dist', source.replace(/\.ts$/, '.js'))]
  return ['--import', '#typescript', path.join(root, source)]
}
