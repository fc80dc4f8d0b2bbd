import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { processUse } from './processUse.ts'

it('counts the time in which a process computes, not that in which it waits, and its memory', async () => {
  const before = (await processUse(process.pid))!
  await sleep(600)
  const waited = (await processUse(process.pid))!
  const { user, system } = process.cpuUsage()
  for (const end = user + system + 300_000; process.cpuUsage().user + process.cpuUsage().system < end;) Math.hypot(3, 4)
  const computed = (await processUse(process.pid))!
  expect(waited.cpuMs - before.cpuMs).toBeLessThan(500)
  expect(computed.cpuMs - waited.cpuMs).toBeGreaterThanOrEqual(250)
  expect(Math.abs(computed.cpuMs - (process.cpuUsage().user + process.cpuUsage().system) / 1_000)).toBeLessThan(300)
  expect(computed.megabytes).toBeGreaterThan(20)
})

it('knows nothing of a process that is gone', async () => {
  expect(await processUse(2 ** 22 + 1)).toBeNull()
})
