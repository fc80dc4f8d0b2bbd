import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'

const GUIDE = 'docs/analysts.md'
/** Stands between what the commands of two blocks print. */
const MARK = '=== next block ==='

export interface GuideBlock {
  /** `python`, or nothing for commands of a shell. */
  readonly language: string
  readonly commands: string
}

/** The code blocks of the analysts' guide in its order, with the address of a server in place of the guide's. For tests only. */
export async function guideBlocks(address: string): Promise<GuideBlock[]> {
  const guide = (await readFile(GUIDE, 'utf8')).replaceAll('http://127.0.0.1:4000', address)
  return [...guide.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, language = '', commands = '']) => ({ language, commands }))
}

/**
 * Runs blocks of commands one after the other in one shell, in a folder that is its home, with the token on its standard input, where the
 * guide has it pasted. Returns what each printed. Rejects at the first command that fails, and when any complains. For tests only.
 */
export async function runGuide(folder: string, token: string, blocks: readonly string[]): Promise<string[]> {
  await writeFile(path.join(folder, 'guide.sh'), ['set -euo pipefail', ...blocks].join(`\necho '${MARK}'\n`))
  const bash = spawn('bash', ['guide.sh'], { cwd: folder, env: { ...process.env, HOME: folder } })
  bash.stdin.end(`${token}\n`)
  const [printed, complaints] = await Promise.all([text(bash.stdout), text(bash.stderr), once(bash, 'close')])
  if (bash.exitCode !== 0 || complaints !== '') throw new Error(`The guide ended with ${bash.exitCode}: ${complaints}${printed}`)
  return printed.split(`${MARK}\n`).slice(1)
}
