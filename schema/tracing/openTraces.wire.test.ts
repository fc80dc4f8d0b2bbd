import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TraceCollector } from '../../scripts/testing/TraceCollector.ts'
import { openTraces } from './openTraces.ts'
import { beginSpan, droppedSpans } from './spans.ts'

let collector: TraceCollector
let warnings: string[]
let close: () => Promise<void>
beforeEach(async () => {
  collector = new TraceCollector()
  warnings = []
  const log = { warn: (_details: object, message: string) => void warnings.push(message) }
  close = await openTraces({ service: 'sakha-gateway', endpoint: await collector.listen(), log })
})
afterEach(async () => {
  await close()
  collector.close()
})

const record = (requestId: string, failed = false) =>
  beginSpan()?.({ name: 'work', requestId, kind: 'part', attributes: { count: 1 }, failed })

describe('traces', () => {
  it('are sent when the process ends, the latest included, and then no more', async () => {
    const requestId = randomUUID()
    const end = beginSpan(250)
    end?.({ name: 'GET /livez', requestId, kind: 'request', attributes: {} })
    record(requestId, true)
    await close()
    expect(beginSpan()).toBeNull()
    const [root, part] = collector.spans
    expect(root).toMatchObject({ traceId: requestId.replaceAll('-', ''), name: 'GET /livez', kind: 2 })
    expect(root!.endTimeUnixNano - root!.startTimeUnixNano).toBeGreaterThanOrEqual(250_000_000n)
    expect(part).toMatchObject({ traceId: root?.traceId, parentSpanId: root?.spanId, status: { code: 2 }, attributes: { count: 1 } })
    expect(droppedSpans()).toBe(0)
  })

  it('of what no request caused are none', async () => {
    record('of nobody')
    record('')
    await close()
    expect(collector.spans).toEqual([])
  })

  it('that a silent collector does not take wait in a bounded number, are counted when they are lost, and hold up no end', async () => {
    collector.status = null
    for (let i = 0; i < 5_000; i++) record(randomUUID())
    // A first batch is on its way, 2,048 wait.
    expect(droppedSpans()).toBe(5_000 - 512 - 2_048)
    const startedAt = performance.now()
    await expect.poll(droppedSpans).toBe(5_000 - 2_048)
    expect(warnings).toEqual(['the collector does not take traces: they are lost until it does'])
    await close()
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(collector.spans).toEqual([])
  })

  it('go on when the collector takes them again', async () => {
    collector.status = 400
    record(randomUUID())
    await expect.poll(() => warnings.length).toBe(1)
    expect(droppedSpans()).toBe(1)
    collector.status = 200
    record(randomUUID())
    await expect
      .poll(() => warnings)
      .toEqual(['the collector does not take traces: they are lost until it does', 'the collector takes traces again'])
    expect(collector.spans).toHaveLength(1)
  })

  it('load nothing while they are off', () => {
    const program = `
      const { openTraces } = await import(${JSON.stringify(path.resolve(import.meta.dirname, 'openTraces.ts'))})
      const { createRequire } = await import('node:module')
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes('opentelemetry')).length
      const open = (endpoint) => openTraces({ service: 'sakha-engine', endpoint, log: console })
      await open(null)
      const off = loaded()
      await (await open('http://127.0.0.1:9'))()
      console.log(off === 0 && loaded() > 0)`
    const args = ['--import', '#typescript', '--input-type=module', '--eval', program]
    expect(spawnSync(process.execPath, args, { encoding: 'utf8' })).toMatchObject({ stdout: 'true\n', status: 0 })
  })
})
