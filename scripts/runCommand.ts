import { CommandFailure, UsageError } from '../engine/cli/failures.ts'
import { EXIT } from '../schema/exitCodes.ts'
import { SchemaMismatch } from '../schema/SchemaMismatch.ts'

/**
 * Carries out a command of this process: prints what it answers, or one readable reason. Sets the exit code: from schema/exitCodes.ts for
 * what was expected; anything unexpected is printed in one line too, as 1.
 */
export async function runCommand(usage: string, command: (args: readonly string[]) => Promise<string>): Promise<void> {
  const args = process.argv.slice(2)
  try {
    process.stdout.write(args.some((arg) => arg === '--help' || arg === '-h') ? usage : `${(await command(args)).trimEnd()}\n`)
  } catch (error) {
    if (error instanceof UsageError) process.stderr.write(`${error.message}\n\n${usage}`)
    else if (error instanceof CommandFailure || error instanceof SchemaMismatch) process.stderr.write(`${error.message}\n`)
    else process.stderr.write(`It failed: ${error instanceof Error ? error.message || String(error) : String(error)}\n`)
    process.exitCode = codeOf(error)
  }
}

function codeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage
  return error instanceof SchemaMismatch ? EXIT.schemaMismatch : EXIT.failed
}
