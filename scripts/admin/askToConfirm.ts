import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { CommandFailure } from '../../engine/cli/failures.ts'

/** Shows what is about to be done, and resolves when it is wanted; `word` is what a person types for that. Rejects with CommandFailure when it is not. */
export type Confirm = (facts: string, word: string) => Promise<void>

export interface Terminal {
  /** A person is there when it is a terminal. */
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable
}

/** Asks the person at the terminal; where there is none, only `yes` (--yes on the command line) is a confirmation. */
export function askToConfirm({ input, output }: Terminal, yes: boolean): Confirm {
  return async (facts, word) => {
    output.write(`${facts}\n`)
    if (yes) return
    if (input.isTTY !== true)
      throw new CommandFailure('Nothing was changed: there is nobody to confirm it here. If the above is what you want, add --yes.')
    const lines = createInterface({ input, output })
    output.write(`Type ${word} to go on: `)
    // Ctrl-C and Ctrl-D close it without a line.
    const typed = await new Promise<string>((resolve) => lines.once('line', resolve).once('close', () => resolve('')))
    lines.close()
    if (typed.trim().toLowerCase() !== word) throw new CommandFailure('Nothing was changed.')
  }
}
