import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../../schema/wholeFiles.ts'
import { removeCluster } from '../postgres/LocalPostgres.ts'

/** Everything the product writes into its data folder; --reset removes these and nothing else. */
const CONTENTS = [
  ...['database.json', 'gateway-keys', 'mail', 'launcher.json'],
  ...['sandbox-account.json', 'sandbox-accounts.json', 'sandbox-market.json', 'sandbox-ledger'],
]

/** What of it, and of the engine's, is for nobody else. */
const SECRETS = [...CONTENTS, 'broker-keys']
/** Where root starts the product, PostgreSQL runs as another user, who may pass through but not list. */
const MODE = process.getuid?.() === 0 ? 0o711 : 0o700

const claimed = z.object({ pid: z.number() })
const database = z.object({ password: z.string().min(1) })

/** The folder that holds the database and the secrets of one copy of the product. */
export class DataFolder {
  readonly path: string

  /** Makes the folder when missing, and its owner's alone. Throws one clear sentence when it cannot be used or shut to others. */
  constructor(folder: string) {
    this.path = folder
    try {
      mkdirSync(folder, { recursive: true, mode: MODE })
      const probe = path.join(folder, `.probe-${process.pid}`)
      writeFileSync(probe, '')
      rmSync(probe)
    } catch (error) {
      throw new Error(
        `The data folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code}). Give yourself the right to, or set SAKHA_HOME to another folder.`,
        { cause: error },
      )
    }
    try {
      shut(folder, MODE)
      for (const name of SECRETS) shutAll(path.join(folder, name))
    } catch (error) {
      throw new Error(
        `The data folder ${folder} is open to other users of this machine and cannot be shut (${(error as NodeJS.ErrnoException).code}). Make yourself its owner (chown), or set SAKHA_HOME to another folder.`,
        { cause: error },
      )
    }
  }

  /** The folder of the packaged PostgreSQL's cluster. */
  get cluster(): string {
    return path.join(this.path, 'postgres')
  }

  /**
   * Claims the folder for this process. Returns whether an earlier launcher died without releasing it, as one has whose file a power cut
   * left empty; throws when one still runs.
   */
  claim(): boolean {
    const file = path.join(this.path, 'launcher.json')
    const isClaimed = existsSync(file)
    const earlier = readJson(file, claimed)?.pid ?? null
    if (earlier !== null && earlier !== process.pid && isLauncher(earlier)) {
      throw new Error(
        `Sakha already runs with the data folder ${this.path} (process ${earlier}). Stop it first, or set SAKHA_HOME to another folder.`,
      )
    }
    replaceFile(file, JSON.stringify({ pid: process.pid }))
    return isClaimed
  }

  release(): void {
    rmSync(path.join(this.path, 'launcher.json'), { force: true })
  }

  databasePassword(): string | null {
    return readDatabasePassword(this.path)
  }

  keepDatabasePassword(password: string): void {
    replaceFile(path.join(this.path, 'database.json'), JSON.stringify({ password }))
  }

  /** Forgets everything: accounts, trades, candles, secrets. Nothing may run. */
  async reset(): Promise<void> {
    await removeCluster(this.cluster)
    for (const name of CONTENTS) if (name !== 'launcher.json') rmSync(path.join(this.path, name), { force: true, recursive: true })
  }
}

/** Takes every right beyond `mode` away. */
function shut(file: string, mode: number): void {
  const now = statSync(file).mode & 0o777
  if ((now & ~mode) !== 0) chmodSync(file, now & mode)
}

function shutAll(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return
  shut(file, 0o700)
  if (found.isDirectory()) for (const name of readdirSync(file)) shutAll(path.join(file, name))
}

/** The packaged PostgreSQL's password in a data folder; null when there is none yet, or none that can be read: the next start makes another. */
export function readDatabasePassword(home: string): string | null {
  return readJson(path.join(home, 'database.json'), database)?.password ?? null
}

/** What a file holds; null when it is missing, or empty, cut or another. */
function readJson<Content>(file: string, shape: z.ZodType<Content>): Content | null {
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function isLauncher(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // The number may have passed on to another program.
  const commandLine = `/proc/${pid}/cmdline`
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('run.mjs')
}
