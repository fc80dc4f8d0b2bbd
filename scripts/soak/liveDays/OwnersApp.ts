import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { SandboxAccount } from '../../../engine/sandbox/accounts/loadAccount.ts'
import { z } from 'zod'

const FOLDER = path.resolve('engine/sandbox/testing/officialSdk')

const SdkAnswer = z.looseObject({ status: z.boolean().optional(), message: z.string().optional(), data: z.unknown() })
/** What the official SDK gives back of a call. */
export type SdkAnswer = z.infer<typeof SdkAnswer>
const Line = z.object({ id: z.number(), answer: SdkAnswer })

/** Calls of the official SDK that an owner makes. */
export type SdkCall = 'placeOrder' | 'modifyOrder' | 'cancelOrder' | 'convertPosition'

/** The SDK brings 230 packages that nothing else needs, some of them old: they are installed where it is used first. */
export async function installSdk(): Promise<void> {
  if (existsSync(path.join(FOLDER, 'node_modules', 'smartapi-javascript'))) return
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--silent', '--ignore-scripts'], { cwd: FOLDER, stdio: 'inherit' })
  await once(npm, 'close')
  createRequire(path.join(FOLDER, 'owner.mjs')).resolve('smartapi-javascript')
}

/** An owner's own program beside the product: the broker's official SDK, signed in to his account, as a process. */
export class OwnersApp {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (answer: SdkAnswer) => void>()
  #calls = 0

  /** `folder`: where the SDK may write. */
  constructor(sandboxUrl: string, account: SandboxAccount, folder: string) {
    this.#child = spawn(process.execPath, [path.join(FOLDER, 'owner.mjs')], {
      cwd: folder,
      env: { ...process.env, NO_PROXY: '127.0.0.1', SANDBOX_URL: sandboxUrl, SANDBOX_ACCOUNT: JSON.stringify(account) },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    createInterface({ input: this.#child.stdout! }).on('line', (line) => {
      if (!line.startsWith('{"id":')) return
      const { id, answer } = Line.parse(JSON.parse(line))
      this.#waiting.get(id)?.(answer)
      this.#waiting.delete(id)
    })
    this.#child.once('exit', () => {
      for (const answer of this.#waiting.values()) answer({ status: false, message: 'the SDK’s process has ended', data: null })
    })
  }

  /** Makes a call; refusals are answers, too. Never rejects. */
  call(call: SdkCall, input: Readonly<Record<string, string | number>>): Promise<SdkAnswer> {
    const id = ++this.#calls
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#child.stdin!.write(`${JSON.stringify({ id, call, input })}\n`)
    })
  }

  stop(): void {
    this.#child.kill('SIGKILL')
  }
}
