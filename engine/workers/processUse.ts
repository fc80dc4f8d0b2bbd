import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const KB_PER_MB = 1_024
/** Linux reports processor time in hundredths of a second, whatever its kernel counts by. */
const TICK_MS = 10
const run = promisify(execFile)

/** What a process uses; null: it is gone, or this system does not report it. */
export interface ProcessUse {
  /** Resident memory. */
  readonly megabytes: number
  /** Processor time since it began, of all its threads: a busy machine makes it no longer. */
  readonly cpuMs: number
}

export async function processUse(pid: number): Promise<ProcessUse | null> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

async function fromProc(pid: number): Promise<ProcessUse | null> {
  const [status, stat] = await Promise.all(['status', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')))
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status!) ?? []
  // A program's name, in parentheses, may hold anything: the fields are counted from its end. The 14th and 15th are user's and system's time.
  const fields = stat!.slice(stat!.lastIndexOf(')') + 2).split(' ')
  const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS
  return kilobytes === undefined || Number.isNaN(cpuMs) ? null : { megabytes: Number(kilobytes) / KB_PER_MB, cpuMs }
}

async function fromPs(pid: number): Promise<ProcessUse | null> {
  const { stdout } = await run('ps', ['-o', 'rss=,time=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  const [, kilobytes, time] = /^\s*(\d+)\s+([\d:.-]+)\s*$/.exec(stdout) ?? []
  return kilobytes === undefined || time === undefined ? null : { megabytes: Number(kilobytes) / KB_PER_MB, cpuMs: toMs(time) }
}

/** `[[days-]hours:]minutes:seconds`. */
function toMs(time: string): number {
  const [days, clock] = time.includes('-') ? time.split('-') : ['0', time]
  return clock!.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0) * 1_000 + Number(days) * 86_400_000
}
