import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Beginnings of the paths of tests that take most of a minute and more, the longest first. */
const LONGEST: readonly string[] = [
  ...[
    'engine/simulation/',
    'engine/faults/jobsKilled',
    'engine/faults/engineKilled',
    'engine/workers/liveQuarter',
    'gateway/app/gatewayKilled',
  ],
  ...['engine/backtest/desk/', 'engine/cli.wire', 'engine/sandbox/feed/', 'engine/market/MarketData', 'engine/broker/'],
]

/** Begins with the tests that take longest: one that began last would run alone at the end. Files that it has not timed Vitest sorts by their size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = LONGEST.findIndex((path) => moduleId.startsWith(`${project.vitest.config.root}/${path}`))
      return place === -1 ? LONGEST.length : place
    }
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}
