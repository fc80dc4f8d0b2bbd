import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = path.join(import.meta.dirname, '../../..')

/** A program that runs, and what it said when it was ready: the JSON of its first line. */
interface RunningProgram {
  readonly ready: unknown
  readonly pid: number | undefined
}

/**
 * Runs `measure` beside one of the product's programs, `gateway/main` say, compiled and in a process of its own, once that is ready, and
 * stops it after.
 */
export async function withProgram<T>(
  program: string,
  settings: Readonly<Record<string, string>>,
  measure: (running: RunningProgram) => Promise<T>,
): Promise<T> {
  const env = { ...process.env, ...settings }
  const child = spawn(process.execPath, [path.join(ROOT, `${program}.js`)], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    // The line of its readiness; null when it ends before.
    const [line] = (await Promise.race([
      once(createInterface({ input: child.stdout }), 'line'),
      once(child, 'exit').then(() => [null]),
    ])) as [string | null]
    if (line === null) throw new Error(`${program} could not start`)
    return await measure({ ready: JSON.parse(line) as unknown, pid: child.pid })
  } finally {
    if (child.exitCode === null) {
      child.kill()
      await once(child, 'exit')
    }
  }
}
