/** What `npm run bench` runs, compiled: every row for the table, or those that are named for the screen. Each is printed once it is measured; the table is written when none is missing. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { BenchRow } from './measuring/BenchRow.ts'
import { ROWS } from './benchRows.ts'
import { writeTable } from './writeTable.ts'

const named = process.argv.slice(2)
const unknown = named.filter((name) => !Object.hasOwn(ROWS, name))
if (unknown.length > 0) {
  process.stderr.write(`No such row: ${unknown.join(', ')}. Known: ${Object.keys(ROWS).join(', ')}.\n`)
  process.exit(2)
}
const rows: BenchRow[] = []
let missing = 0
for (const name of Object.keys(ROWS)) {
  if (named.length > 0 && !named.includes(name)) continue
  const measured = await measureApart(name)
  for (const row of measured) {
    rows.push(row)
    process.stdout.write(`${[row.what, row.ours, row.peer, row.ratio, row.wanted, row.reached ? 'yes' : 'no'].join(' | ')}\n`)
  }
  // The others are still worth knowing.
  if (measured.length === 0) {
    missing++
    process.stderr.write(`${name} could not be measured.\n`)
  }
}
if (missing > 0) process.exitCode = 1
else if (named.length === 0) process.stdout.write(`\n${await writeTable(rows)}\n`)

/** None: it could not be measured, and its process has said why. */
async function measureApart(name: string): Promise<readonly BenchRow[]> {
  const child = fork(path.join(import.meta.dirname, 'measureRow.js'), [name])
  let measured: readonly BenchRow[] = []
  child.once('message', (told) => (measured = told as readonly BenchRow[]))
  await once(child, 'close')
  return measured
}
