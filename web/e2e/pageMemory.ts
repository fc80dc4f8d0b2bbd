import type { CDPSession, Page } from 'playwright-core'

/** What a page holds after a garbage collection. */
export interface PageMemory {
  /** Bytes. */
  readonly heap: number
  readonly nodes: number
  readonly listeners: number
}

/** Reads what a page holds; each call collects garbage first. */
export async function openMemoryMeter(page: Page): Promise<() => Promise<PageMemory>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  return async () => {
    // The second pass frees what the first one finalised.
    await session.send('HeapProfiler.collectGarbage')
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return { heap: usedSize, nodes: await metric(session, 'Nodes'), listeners: await metric(session, 'JSEventListeners') }
  }
}

async function metric(session: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === wanted)?.value ?? NaN
}
