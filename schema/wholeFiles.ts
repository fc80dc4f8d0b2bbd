import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Puts a file in its place, over an older one if there is one: after a crash or a power cut either of them is there, whole. It is on the
 * disk when this returns. Readable by its owner only.
 */
export function replaceFile(file: string, text: string): void {
  place(file, text, 0o600, renameSync)
}

/** As `replaceFile`, but never over another: false when there is one, which stays. `mode`: its rights, 0600 when not given. */
export function addFile(file: string, text: string, mode = 0o600): boolean {
  try {
    // Unlike a rename, a link does not take the place of a file.
    place(file, text, mode, linkSync)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function place(file: string, text: string, mode: number, move: (draft: string, file: string) => void): void {
  const draft = `${file}.${randomUUID()}.new`
  try {
    writeFileSync(draft, text, { mode, flag: 'wx', flush: true })
    move(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  syncFolder(path.dirname(file))
}

/** A new name is on the disk with its folder. Windows keeps folders by itself, and opens none. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
