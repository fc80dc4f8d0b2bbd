import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compressAssets } from './compressAssets.ts'

const SOURCES = ['schema', 'prisma', 'engine', 'gateway', 'web', 'scripts', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']
const STAMP = 'dist/.built'

/**
 * Compiles the servers to dist/ and the web to dist/web, unless both are already built from these very sources; their types are checked by
 * `npm run check` alone. Throws with the compiler's words.
 */
export async function build(): Promise<void> {
  const wanted = hashSources()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return
  try {
    await Promise.all([buildServers(), buildWeb()])
    mkdirSync('dist', { recursive: true })
    writeFileSync(STAMP, wanted)
  } catch (error) {
    if (!/\b(EACCES|EPERM)\b/.test(error instanceof Error ? error.message : '')) throw error
    throw new Error(
      `What is built cannot be written to ${path.resolve('dist')}: it, or a file in it, belongs to another user. Remove that folder as that user, or start as that user.`,
      { cause: error },
    )
  }
}

/** Compiles the web alone to dist/web. */
export async function buildWeb(): Promise<void> {
  await run('vite/bin/vite.js', ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'])
  // After it: that build empties the folder.
  await run('vite/bin/vite.js', ['build', '--config', 'web/vite.playground.ts', '--logLevel', 'warn'])
  for (const folder of ['dist/web/assets', 'dist/web/assets/playground']) await compressAssets(folder)
}

async function buildServers(): Promise<void> {
  await run('typescript/bin/tsc', ['-p', 'tsconfig.build.json', '--noCheck'])
}

async function run(tool: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [path.join('node_modules', tool), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${path.basename(tool, '.js')} failed:\n${output.trim()}`)
}

function hashSources(): string {
  const hash = createHash('sha256')
  const visit = (entry: string) => {
    hash.update(entry).update(readFileSync(entry))
  }
  for (const source of SOURCES) {
    if (!existsSync(source)) continue
    if (path.extname(source)) visit(source)
    else
      for (const file of readdirSync(source, { recursive: true, withFileTypes: true }))
        if (file.isFile()) visit(path.join(file.parentPath, file.name))
  }
  return hash.digest('hex')
}

if (process.argv[1]?.endsWith(path.join('scripts', 'build.ts'))) {
  const startedAt = performance.now()
  process.stdout.write('Building servers and web …')
  await build()
  process.stdout.write(` ${((performance.now() - startedAt) / 1_000).toFixed(1)} s\n`)
}
