import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { startSandbox, type RunningSandbox } from '../engine/sandbox/startSandbox.ts'
import { EngineProcess } from '../engine/testing/EngineProcess.ts'
import { createTestSubscription } from '../engine/store/testing/createTestSubscription.ts'
import { startTestGateway, type TestGateway } from '../gateway/testing/startTestGateway.ts'
import { INCIDENTS } from '../gateway/topics/notifications/describeNotifications.ts'
import { beginIncident, endIncident } from '../prisma/incidents.ts'
import { knownMigrations } from '../prisma/schemaVersion.ts'
import { istInstant } from '../schema/time.ts'
import { VERSION } from '../schema/version.ts'

const rule = z.object({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.object({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.object({ summary: z.string(), description: z.string() }),
})
const alerts = z
  .object({ groups: z.array(z.object({ name: z.string(), rules: z.array(rule) })) })
  .parse(parse(readFileSync('deploy/alerts.yaml', 'utf8')))
  .groups.flatMap(({ rules }) => rules)
const dashboard = z
  .object({
    panels: z.array(z.object({ id: z.number(), title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
  })
  .parse(JSON.parse(readFileSync('deploy/grafana.json', 'utf8')))
const expressions = [...alerts.map(({ expr }) => expr), ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]
const namesIn = (expr: string) => expr.replaceAll(/\{[^}]*\}/g, '').match(/\b(?:sakha|process|nodejs)_\w+/g) ?? []

/** Signals every few minutes, and levels that are soon reached. */
const EAGER = {
  rules: { interval: '1min', long: ['close', 'crosses above', 'ema(3)'], short: ['close', 'crosses below', 'ema(3)'] },
  ...{ instruments: ['NIFTY', 'BANKNIFTY'], maxTrades: 50, stopLossPercent: 2, takeProfitPercent: 2 },
}

let app: TestGateway
let sandbox: RunningSandbox
let engine: EngineProcess
let engineUrl: string
beforeAll(async () => {
  app = await startTestGateway({ metricsPort: 0 })
  sandbox = await startSandbox({ port: 0, home: app.home, speed: 60, seed: 7, start: istInstant('2026-07-01', 10 * 60), replay: new Map() })
  await createTestSubscription(app.db, EAGER)
  engine = new EngineProcess({ databaseUrl: app.databaseUrl, home: app.home, sandboxPort: sandbox.port })
  engineUrl = await engine.start()
}, 240_000)
afterAll(async () => {
  await engine.end('SIGTERM')
  await sandbox.stop()
  await app.close()
})

const scrape = async (url: string) => (await fetch(`${url}/metrics`)).text()
const gateway = () => scrape(`http://127.0.0.1:${app.gateway.metricsPort}`)
/** The names that can be queried: for a histogram, its parts' names. */
function exposedBy(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : name,
  )
}

describe('deploy/alerts.yaml and deploy/grafana.json', () => {
  it('ask for metrics that engine and gateway expose, and for no others', async () => {
    const exposed = new Set([...exposedBy(await gateway()), ...exposedBy(await scrape(engineUrl))])
    const asked = new Set(expressions.flatMap(namesIn))
    expect(asked.size).toBeGreaterThan(25)
    expect([...asked].filter((name) => !exposed.has(name))).toEqual([])
  })

  it('ask for labels that these metrics have', async () => {
    const text = `${await gateway()}\n${await scrape(engineUrl)}`
    expect(text).toContain(`sakha_build_info{version="${VERSION}",schema="${knownMigrations().at(-1)}"} 1`)
    for (const part of ['database', 'broker', 'feed'])
      expect(text).toMatch(new RegExp(`^sakha_engine_ready\\{part="${part}"\\} [01]$`, 'm'))
  })

  it('calls to the broker, ticks, leases, orders and the check of the books are measured in a running engine', async () => {
    const text = await scrape(engineUrl)
    expect(text).toMatch(/^sakha_engine_broker_call_duration_seconds_count\{call="getCandleData",outcome="ok"\} [1-9]/m)
    expect(text).toMatch(/^sakha_engine_tick_age_seconds\{index="NIFTY"\} \d/m)
    expect(text).toMatch(/^sakha_engine_lease_changes_total\{change="taken"\} [1-9]\d/m)
    for (const outcome of ['filled', 'rejected', 'cancelled', 'expired', 'unknown'])
      expect(text).toContain(`sakha_engine_order_outcomes_total{mode="LIVE",outcome="${outcome}"} 0`)
    expect(text).toContain('sakha_engine_books_checked_timestamp_seconds 0')
  })

  it('what orders come to and how long they take to leave is counted as a strategy trades', { timeout: 180_000 }, async () => {
    const patient = { timeout: 160_000, interval: 500 }
    await expect.poll(() => scrape(engineUrl), patient).toMatch(/^sakha_engine_order_delay_seconds_count\{order="PAPER EXIT"\} [1-9]/m)
    const text = await scrape(engineUrl)
    expect(text).toMatch(/^sakha_engine_order_outcomes_total\{mode="PAPER",outcome="filled"\} [1-9]/m)
    expect(text).toMatch(/^sakha_engine_order_delay_seconds_bucket\{le="30",order="PAPER ENTRY"\} [1-9]/m)
  })

  it('an incident is told by the metric as long as it is under way', async () => {
    expect(await gateway()).toContain('sakha_incident_open{kind="BOOKS"} 0')
    await beginIncident(app.db, 'BOOKS')
    expect(await gateway()).toContain('sakha_incident_open{kind="BOOKS"} 1')
    await endIncident(app.db, 'BOOKS')
    expect(await gateway()).toContain('sakha_incident_open{kind="BOOKS"} 0')
  })

  it('each thing that the product says of its health has an alert, in the product’s own words', () => {
    for (const [kind, { lost }] of Object.entries(INCIDENTS)) {
      const found = alerts.filter(({ expr }) => expr === `max(sakha_incident_open{kind="${kind}"}) == 1`)
      expect(
        found.map(({ annotations }) => annotations),
        kind,
      ).toEqual([{ summary: lost.title, description: lost.text }])
    }
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })
})
