import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const KB_PER_MB = 1_024
const run = promisify(execFile)

/** Resident memory of a process in megabytes; null when it is gone, or this system does not report it. */
export async function residentMb(pid: number): Promise<number | null> {
  const kilobytes = process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid)
  return kilobytes === null ? null : kilobytes / KB_PER_MB
}

async function fromProc(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
  return kilobytes === undefined ? null : Number(kilobytes)
}

async function fromPs(pid: number): Promise<number | null> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return /^\s*\d+\s*$/.test(stdout) ? Number(stdout) : null
}
