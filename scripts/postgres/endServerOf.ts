import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Ends the server that still runs on a cluster whose owner was killed. A lock file that is empty, or names another process, is of a server
 * that is gone, and is removed: PostgreSQL would not start beside it.
 */
export async function endServerOf(cluster: string): Promise<void> {
  const lockFile = path.join(cluster, 'postmaster.pid')
  if (!existsSync(lockFile)) return
  const pid = Number(readFileSync(lockFile, 'utf8').split('\n')[0])
  if (!runsOn(pid, cluster)) return rmSync(lockFile, { force: true })
  process.kill(pid, 'SIGINT')
  for (let waited = 0; runsOn(pid, cluster); waited += 50) {
    if (waited > 10_000) process.kill(pid, 'SIGQUIT')
    if (waited > 15_000)
      throw new Error(`A PostgreSQL left from an earlier start (process ${pid}) does not end. End it by hand, then start again.`)
    await delay(50)
  }
}

/** Whether a process is the server of this very cluster: after a power cut its number may belong to anything, another PostgreSQL too. */
function runsOn(pid: number, cluster: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1) return false
  if (process.platform === 'linux') return isIn(pid, cluster)
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' })
  return Boolean(stdout?.includes(` -D ${cluster} `)) && !stdout.trim().startsWith('Z')
}

/** A server works in the folder of its cluster. A process that has ended and was not waited for works nowhere; one of another user is not ours. */
function isIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false
  }
}
