import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 500

/**
 * Calls back once when the npm that started this process is gone, which passes on no signal that kills it: `npm start & kill $!` would
 * leave the product running with nobody to stop it. Above npm nothing is watched, and without npm nothing at all, so that `nohup` and
 * services work as ever.
 */
export function whenNpmEnds(onEnd: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return
  const parent = process.ppid
  // npm starts a shell, which may stay between the two.
  const above = isShell(parent) ? parentOf(parent) : null
  const timer = setInterval(() => {
    if (process.ppid === parent && (above === null || parentOf(parent) === above)) return
    clearInterval(timer)
    onEnd()
  }, LOOK_EVERY_MS)
  timer.unref()
}

function isShell(pid: number): boolean {
  return /(^|\/)-?(ba|da|a|z|k)?sh$/.test(lookUp(pid).name)
}

function parentOf(pid: number): number {
  return lookUp(pid).parent
}

/** What a process is called, and its parent; 0 when there is no such process. */
function lookUp(pid: number): { readonly name: string; readonly parent: number } {
  try {
    if (process.platform === 'linux') {
      const [, name = '', parent = '0'] = /\((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
      return { name, parent: Number(parent) }
    }
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' })
    const [, parent = '0', name = ''] = /^\s*(\d+)\s+(.*?)\s*$/.exec(stdout) ?? []
    return { name, parent: Number(parent) }
  } catch {
    return { name: '', parent: 0 }
  }
}
