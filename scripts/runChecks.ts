import type { Answer } from './packages/askRegistry.ts'

/** Runs checks one after the other, reports each result, and at the end all failures. Sets the exit code. */
export async function runChecks(checks: readonly (readonly [name: string, run: () => Promise<Answer>])[]): Promise<void> {
  const failures: string[] = []
  for (const [name, run] of checks) {
    process.stdout.write(`${name} … `)
    const answer = await run().catch((error: unknown) => ({ fault: error instanceof Error ? error.message : String(error) }))
    if (answer && 'fault' in answer) failures.push(`${name}\n${answer.fault}`)
    process.stdout.write(`${answer === null ? 'fine' : 'note' in answer ? answer.note : 'wrong'}\n`)
  }
  if (failures.length > 0) {
    process.stderr.write(`\n${failures.join('\n\n')}\n`)
    process.exitCode = 1
  }
}
