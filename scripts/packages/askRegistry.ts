import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { severeAdvisories, waivers } from './advisories.ts'

/** A registry that does not answer must not hold anybody up. */
const PATIENCE_MS = 30_000

/** `fault`: what must be fixed. `note`: what could not be found out, and why. */
export type Answer = { readonly fault: string } | { readonly note: string } | null

/** Known holes in the packages of package-lock.json, as the registry knows them. */
export async function askAdvisories(): Promise<Answer> {
  const { output } = await npm(['audit', '--json'])
  const waived = waivers.parse(JSON.parse(readFileSync(new URL('./waivedAdvisories.json', import.meta.url), 'utf8')))
  const found = severeAdvisories(output, waived, new Date().toISOString().slice(0, 10))
  if (found === null) return { note: 'not asked: this registry gives no audit' }
  return found.length > 0 ? { fault: found.join('\n') } : null
}

/** Whether the packages that are installed are those the registry signed. */
export async function askSignatures(): Promise<Answer> {
  const { code, output } = await npm(['audit', 'signatures', '--json'])
  if (code === 0) return null
  const isVerdict = /"(invalid|missing)":\s*\[\s*\{/.test(output)
  return isVerdict ? { fault: output } : { note: 'not asked: this registry gives no signatures, or their keys cannot be reached' }
}

/** What npm prints; `code` is null when it took too long. */
async function npm(args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn('npm', [...args, '--fetch-retries=0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
    timeout: PATIENCE_MS,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', (status) => resolve(status))
  })
  return { code, output: output.trim() }
}
