import { countResults } from '../../engine/analysis/performance/countResults.ts'
import { PerformanceRecords } from '../../engine/store/PerformanceRecords.ts'
import type { TestGateway } from './startTestGateway.ts'

const MOST = 1_000

/** Has all closed trades counted, as an engine does. For tests only. */
export async function countPerformance({ db, databaseUrl }: Pick<TestGateway, 'db' | 'databaseUrl'>): Promise<void> {
  const records = new PerformanceRecords(databaseUrl, 'test-market')
  try {
    const { id } = await db.performanceRun.create({ data: { kind: 'TRIGGERED' } })
    await records.begin(id)
    await records.count(id, MOST, (batch) => Promise.resolve(countResults(batch)))
    await records.end(id)
  } finally {
    await records.close()
  }
}
