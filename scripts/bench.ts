/**
 * `npm run bench [-- ROW …]`: measures every row, prints the table and writes it to docs/bench.md, and the most telling rows into the
 * README; rows that are named (the files of scripts/bench/rows) are only printed. Everything is compiled first, as `npm start` runs it:
 * the loader that reads TypeScript makes a map of each private field, which costs most where most is done.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

process.exitCode =
  (await run('node_modules/typescript/bin/tsc', '-p', 'scripts/bench/tsconfig.json')) ||
  (await run('dist/bench/scripts/bench/measureRows.js', ...process.argv.slice(2)))

async function run(...args: readonly string[]): Promise<number> {
  const [code] = (await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close')) as [number | null]
  return code ?? 1
}
