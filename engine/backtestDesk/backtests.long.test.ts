import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, startTestGateway, type TestGateway } from '../../gateway/testing/startTestGateway.ts'
import { insertStrategy } from '../../gateway/testing/rows.ts'
import { istDate, istInstant, MINUTE } from '../../schema/time.ts'
import type { BacktestReport } from '../backtest/report/backtestReport.ts'
import type { BacktestScope } from '../backtest/report/backtestScope.ts'
import { startSandbox, type RunningSandbox } from '../sandbox/startSandbox.ts'
import { EngineProcess } from '../testing/EngineProcess.ts'

let app: TestGateway
let sandbox: RunningSandbox
let engine: EngineProcess
let engineUrl: string
beforeAll(async () => {
  app = await startTestGateway()
  const start = istInstant('2026-07-01', 9 * 60 + 15)
  sandbox = await startSandbox({ port: 0, home: app.home, speed: 60, seed: 7, start, replay: new Map() })
  engine = new EngineProcess({ databaseUrl: app.databaseUrl, home: app.home, sandboxPort: sandbox.port })
  engineUrl = await engine.start()
})
afterAll(async () => {
  await engine.end('SIGKILL')
  await sandbox.stop()
  await app.close()
})

it('a backtest asked for over REST is run by the engine on the candles it has stored, and answered with its trades', async () => {
  const strategyId = await insertStrategy(app.db, 'ema-crossover')
  const { token } = await app.user('Asha')
  const { status, body } = await app.rest('POST', '/strategy/run', { body: { strategyId, symbol: 'NIFTY', to: '2026-06-30' }, token })
  expect(status).toBe(200)
  const { data } = body as { data: { result: BacktestScope & { strategies: BacktestReport[] } } }
  expect(body).toMatchObject({ message: 'The backtest is done.', data: { status: 'DONE', progress: 1, problem: null } })
  const first = await app.db.candle.findFirstOrThrow({ where: { symbol: 'NIFTY' }, orderBy: { time: 'asc' } })
  expect(data.result).toMatchObject({ index: 'NIFTY', from: istDate(first.time.getTime()), to: '2026-06-30' })

  const trades = data.result.strategies.flatMap((report) => report.trades)
  expect(trades.length).toBeGreaterThan(3)
  for (const { gross, charges, net, reason, opened, closed } of trades) {
    expect(reason).toMatch(/^(TARGET|STOP|TRAILING_STOP|OPPOSITE_SIGNAL|WINDOW_END|SESSION_END)$/)
    expect(charges).toBeGreaterThan(0)
    expect(net).toBeCloseTo(gross - charges, 6)
    expect(opened).toMatch(/NIFTY/)
    expect(closed).not.toBe('')
  }
  // It is over when its process is gone, shortly after the answer.
  await eventually(async () => (await fetch(`${engineUrl}/metrics`)).text()).toMatch(/^sakha_engine_backtests_total 1$/m)
})

it('whole minutes of the options at hand are stored under their trading symbols, beside those of the indices', async () => {
  const options = () => app.db.candle.findMany({ where: { symbol: { startsWith: 'NIFTY', not: 'NIFTY' } } })
  await eventually(async () => (await options()).length).toBeGreaterThan(10)
  for (const { symbol, market, time, open, high, low, close } of await options()) {
    expect([symbol, market]).toEqual([expect.stringMatching(/^NIFTY07JUL26\d{5}(CE|PE)$/), sandbox.marketId])
    expect(time.getTime() % MINUTE).toBe(0)
    expect(low > 0n && low <= open && low <= close && open <= high && close <= high).toBe(true)
  }
})
