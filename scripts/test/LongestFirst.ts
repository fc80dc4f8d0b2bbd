import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Beginnings of the paths of the tests that take longest of their project, the longest first. */
const LONGEST: readonly string[] = [
  ...['engine/faults/liveFailpoints', 'engine/faults/liveTradingFailpoints', 'engine/faults/liveDayRoll', 'engine/faults/liveKilled'],
  ...['engine/faults/engineKilled', 'engine/simulation/simulation', 'engine/faults/jobsKilled', 'engine/tapes/replayedSession'],
  ...['gateway/app/hostileRequests', 'engine/broker/smartapi/orders/liveFaults', 'engine/analysis/agent/agentSkill', 'engine/simulation/'],
  ...['web/e2e/screens', 'web/e2e/adminScreens', 'web/e2e/wholeScreens', 'web/e2e/positionTrades', 'web/e2e/liveTrade', 'web/e2e/broker'],
]

/**
 * Begins each project with the tests that take longest: one that began last would run alone at the end. One project comes after the other,
 * because a worker keeps its modules only as long as its next file is of the same one. Files that Vitest has not timed it sorts by their size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = LONGEST.findIndex((path) => moduleId.startsWith(`${project.vitest.config.root}/${path}`))
      return projects.indexOf(project) * (LONGEST.length + 1) + (place === -1 ? LONGEST.length : place)
    }
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}
