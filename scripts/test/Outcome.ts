/** The parts of Vitest's JSON report that are counted. */
export interface Report {
  readonly testResults: readonly {
    /** The file's path. */
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** The outcome of a run: counts of tests by file. */
export interface Outcome {
  readonly files: ReadonlyMap<string, { readonly passed: number; readonly failed: number; readonly skipped: number }>
  /** Failures that belong to no file: the run as a whole ended badly although each file was fine. */
  readonly ofTheRun: number
}

/** Counts a report; `code` is the run's exit code. A file that failed without a failed test, because it could not be loaded or set up, counts as one failure. */
export function outcomeOf({ testResults }: Report, code: number | null): Outcome {
  const files = new Map(
    testResults.map(({ name, status, assertionResults }) => {
      const count = (wanted: string) => assertionResults.filter((test) => test.status === wanted).length
      const [passed, failedTests] = [count('passed'), count('failed')]
      const failed = failedTests === 0 && status === 'failed' ? 1 : failedTests
      return [name, { passed, failed, skipped: assertionResults.length - passed - failedTests }]
    }),
  )
  const isFailed = [...files.values()].some(({ failed }) => failed > 0)
  return { files, ofTheRun: code !== 0 && !isFailed ? 1 : 0 }
}

/** Runs as one. Of a file that was run again, the last outcome counts. */
export function together(runs: readonly Outcome[]): Outcome {
  return { files: new Map(runs.flatMap(({ files }) => [...files])), ofTheRun: runs.reduce((total, run) => total + run.ofTheRun, 0) }
}

/** The files with failures. */
export function failedFiles({ files }: Outcome): readonly string[] {
  return [...files].filter(([, { failed }]) => failed > 0).map(([name]) => name)
}

/** The counts of all files. */
export function countsOf({ files, ofTheRun }: Outcome): { readonly passed: number; readonly failed: number; readonly skipped: number } {
  const sum = (of: 'passed' | 'failed' | 'skipped') => [...files.values()].reduce((total, file) => total + file[of], 0)
  return { passed: sum('passed'), failed: sum('failed') + ofTheRun, skipped: sum('skipped') }
}
