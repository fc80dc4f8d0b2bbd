import { constants } from 'node:fs'
import { access, readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { doubtful, fine, wrong, type Finding, type Found } from '../../engine/broker/doctor/Finding.ts'
import { keyFolder } from '../../gateway/security/keyFiles.ts'
import { SealingKeys } from '../../gateway/security/SealingKeys.ts'
import { VERSION } from '../../schema/version.ts'

const GIGABYTE = 2 ** 30
const DISK_WRONG = GIGABYTE
const DISK_DOUBT = 5 * GIGABYTE
const NEEDED_NODE = [20, 19] as const

/** What this machine reports about itself; free bytes are null where unknown. */
export interface MachineReadings {
  readonly node: string
  readonly freeBytes: (folder: string) => Promise<number | null>
}

const THIS_MACHINE: MachineReadings = {
  node: process.versions.node,
  async freeBytes(folder) {
    const place = await statfs(folder).catch(() => null)
    return place && place.bavail * place.bsize
  },
}

/** What this machine has: the runtime, the data folder with room in it, and the keys. */
export async function examineMachine(home: string, { node, freeBytes }: MachineReadings = THIS_MACHINE): Promise<readonly Finding[]> {
  return [
    { subject: 'version', ...versionOf(node) },
    { subject: 'data folder', ...(await folderOf(home)) },
    { subject: 'disk', ...diskOf(home, await freeBytes(home)) },
    { subject: 'keys', ...(await keysOf(home)) },
  ]
}

function versionOf(node: string): Found {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const text = `Sakha ${VERSION} on Node.js v${node}`
  const [wantedMajor, wantedMinor] = NEEDED_NODE
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
    ? fine(text)
    : wrong(`${text}; ${NEEDED_NODE.join('.')} or newer is needed`)
}

async function folderOf(home: string): Promise<Found> {
  try {
    await access(home, constants.R_OK | constants.W_OK | constants.X_OK)
    return fine(home)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return wrong(`${home} cannot be used (${code}): make it, give this user the right to it, or set SAKHA_HOME`)
  }
}

function diskOf(home: string, free: number | null): Found {
  if (free === null) return wrong(`how much is free under ${home} cannot be told`)
  const text = `${(free / GIGABYTE).toFixed(1)} GB free under ${home}`
  if (free < DISK_WRONG) return wrong(`${text}: PostgreSQL stops writing when none is left`)
  return free < DISK_DOUBT ? doubtful(text) : fine(text)
}

async function keysOf(home: string): Promise<Found> {
  const folder = keyFolder(home)
  const names = await readdir(folder).catch(() => null)
  if (names === null)
    return doubtful(`none in ${folder} yet: the gateway makes them at its first start; where it has run before, they were lost`)
  try {
    const { all } = await SealingKeys.open(home)
    for (const name of names) {
      const { mode } = await stat(path.join(folder, name))
      if ((mode & 0o077) !== 0) return wrong(`${path.join(folder, name)} can be read by others: chmod 600`)
    }
    return all.length > 0
      ? fine(`${names.length} in ${folder}`)
      : doubtful(`no sealing key in ${folder} yet: the gateway makes it at its first start`)
  } catch (error) {
    return wrong(`${folder} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
