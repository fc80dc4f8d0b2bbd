import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { seedMarketTables } from '../../../prisma/marketTables.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { withBenchDatabase } from '../measuring/benchDatabase.ts'
import { withGateway } from '../measuring/withGateway.ts'

const STARTED_MS = 5_000
const MEASURED_MS = 30_000
const MOST = 0.05
/** Of a jiffy, in which Linux counts a process's time. */
const JIFFY_MS = 10

/** What a gateway that nobody asks anything takes of the processor: it looks for jobs and events all the same. */
export async function idle(): Promise<BenchRow[]> {
  const share = await withBenchDatabase(async (db, url) => {
    await seedMarketTables(db, SHIPPED_MARKET_TABLES)
    return withGateway(url, async ({ pid }) => {
      await setTimeout(STARTED_MS)
      const [from, before] = [performance.now(), await processorMs(pid)]
      await setTimeout(MEASURED_MS)
      return ((await processorMs(pid)) - before) / (performance.now() - from)
    })
  })
  return [
    {
      what: 'processor time of a gateway with nothing to do',
      ours: `${(100 * share).toFixed(1)} % of one core`,
      ...{ peer: '', ratio: '' },
      wanted: `≤ ${100 * MOST}%`,
      reached: share <= MOST,
    },
  ]
}

/** So far, of the program and of the system for it. */
async function processorMs(pid: number | undefined): Promise<number> {
  // After the name, which may hold anything, in brackets.
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1)?.split(' ') ?? []
  return JIFFY_MS * (Number(fields[11]) + Number(fields[12]))
}
