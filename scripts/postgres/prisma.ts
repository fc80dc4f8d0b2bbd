import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Runs Prisma's command line with a database; resolves with what it printed. */
export async function prisma(args: readonly string[], url: string): Promise<string> {
  const entry = path.join(path.dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build', 'index.js')
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...process.env, DATABASE_URL: url, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`prisma ${args.slice(0, 2).join(' ')} failed: ${output.trim()}`)
  return output
}
