import type { Answer } from './packages/askRegistry.ts'

/** How many checks run beside each other: the longest takes as long as the others together, and each one core. */
const AT_ONCE = 2

/** Runs checks, the first ones first, reports each result when it is there, and at the end all failures. Sets the exit code. */
export async function runChecks(checks: readonly (readonly [name: string, run: () => Promise<Answer>])[]): Promise<void> {
  const failures: string[] = []
  const waiting = [...checks]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, run] = next
      const answer = await run().catch((error: unknown) => ({ fault: error instanceof Error ? error.message : String(error) }))
      if (answer && 'fault' in answer) failures.push(`${name}\n${answer.fault}`)
      process.stdout.write(`${name} … ${answer === null ? 'fine' : 'note' in answer ? answer.note : 'wrong'}\n`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (failures.length > 0) {
    process.stderr.write(`\n${failures.join('\n\n')}\n`)
    process.exitCode = 1
  }
}
