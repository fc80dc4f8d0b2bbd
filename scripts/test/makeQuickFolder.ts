import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'

/** Files in memory, on Linux. */
const IN_MEMORY = '/dev/shm'
/** What the databases and data folders of a run take at one time, and as much again. */
const ENOUGH_BYTES = 4 * 2 ** 30
const NAME = 'sakha-tests-'

/**
 * Makes the folder in which a run of the tests keeps its temporary files: in memory where there is plenty, for a new database is some eight
 * hundred files, and a disk takes twenty times as long to make them. `remove` removes it; what a run that was killed left behind goes with
 * the next one.
 */
export function makeQuickFolder(): { readonly folder: string; remove(): void } {
  const place = hasRoom() ? IN_MEMORY : tmpdir()
  for (const name of readdirSync(place)) if (isLeftBehind(name)) rmSync(path.join(place, name), { recursive: true, force: true })
  const folder = mkdtempSync(path.join(place, `${NAME}${process.pid}-`))
  // Where root runs the tests, the database server's own user goes through it.
  chmodSync(folder, 0o711)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return Math.min(bavail * bsize, freemem()) >= ENOUGH_BYTES
  } catch {
    // There is no such folder on this system.
    return false
  }
}

/** Whether it is a folder of a run that has ended. */
function isLeftBehind(name: string): boolean {
  const pid = name.startsWith(NAME) ? Number.parseInt(name.slice(NAME.length), 10) : NaN
  if (Number.isNaN(pid)) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
