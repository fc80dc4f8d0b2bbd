import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** State and inode in /proc/net/tcp: `sl local:port remote:port state queues timer retransmits uid timeout inode`. */
const LINE = /^\s*\d+: [\dA-F]+:([\dA-F]{4}) \S+ [\dA-F]{2} \S+ \S+ \S+\s+\d+\s+\d+ (\d+)/

/** Who holds a port, as ` by node (process 12)`; empty where that cannot be told: another system than Linux, or a process of another user. */
export function portHolder(port: number): string {
  try {
    const inodes = new Set(['tcp', 'tcp6'].flatMap((table) => inodesOf(readFileSync(`/proc/net/${table}`, 'utf8'), port)))
    const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && holdsOneOf(name, inodes))
    return pid === undefined ? '' : ` by ${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()} (process ${pid})`
  } catch {
    return ''
  }
}

function inodesOf(table: string, port: number): string[] {
  return table.split('\n').flatMap((line) => {
    const [, local = '', inode = '0'] = LINE.exec(line) ?? []
    return Number.parseInt(local, 16) === port && inode !== '0' ? [`socket:[${inode}]`] : []
  })
}

function holdsOneOf(pid: string, inodes: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => inodes.has(linkOf(`/proc/${pid}/fd/${fd}`)))
  } catch {
    // It has ended, or is another user's.
    return false
  }
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file)
  } catch {
    return ''
  }
}
