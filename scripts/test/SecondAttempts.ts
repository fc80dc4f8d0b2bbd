import type { Reporter, TestCase } from 'vitest/node'

/** Names the tests that failed and passed when they were run again, and what failed: a fault of the machine, or one that comes and goes. */
export default class SecondAttempts implements Reporter {
  readonly #names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    const failures = (test.result().errors ?? []).map(({ message, stack }) => `\n    ${firstLines(message)} (${placeIn(stack)})`)
    this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}${failures.join('')}`)
  }

  onTestRunEnd(): void {
    if (this.#names.length === 0) return
    process.stdout.write(`\nPassed only when run once more:\n${this.#names.map((name) => `  ${name}\n`).join('')}`)
  }
}

function firstLines(message: string): string {
  return message.split('\n').slice(0, 3).join(' ').slice(0, 300)
}

/** Where in the project it failed: file and line. */
function placeIn(stack: string | undefined): string {
  return (
    stack
      ?.split('\n')
      .find((line) => /\.tsx?:\d+/.test(line) && !line.includes('node_modules'))
      ?.trim() ?? 'nowhere'
  )
}
