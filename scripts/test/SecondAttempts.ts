import type { Reporter, TestCase } from 'vitest/node'

/** Names the tests that failed and passed when they were run again: a fault of the machine, or one that comes and goes. */
export default class SecondAttempts implements Reporter {
  readonly #names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}`)
  }

  onTestRunEnd(): void {
    if (this.#names.length === 0) return
    process.stdout.write(`\nPassed only when run once more:\n${this.#names.map((name) => `  ${name}\n`).join('')}`)
  }
}
