import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, MINUTE } from '../../schema/time.ts'
import { guideBlocks, runGuide } from '../../scripts/testing/analystsGuide.ts'
import { digest } from '../security/digest.ts'
import { makeTokenText } from '../security/personalTokens/tokenText.ts'
import { closedWith, insertStrategy, insertTrade } from '../testing/rows.ts'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.ts'

let app: TestGateway
let folder: string
let token: string
beforeAll(async () => {
  app = await startTestGateway()
  folder = await mkdtemp(path.join(tmpdir(), 'sakha-guide-'))
  const { id: userId } = await app.user('Isha')
  await app.db.user.update({ where: { id: userId }, data: { role: 'analyst' } })
  token = makeTokenText()
  const scopes = ['read:market', 'read:own', 'read:aggregates']
  const data = { userId, name: 'Notebook', scopes, tokenHash: digest(token), hint: token.slice(-4) }
  await app.db.personalToken.create({ data: { ...data, expiresAt: new Date(Date.now() + DAY) } })
  const strategyId = await insertStrategy(app.db, 'ema-crossover')
  for (const gross of [12_300n, -4_500n, 8_000n]) await insertTrade(app.db, { userId, strategyId, ...closedWith(gross) })
  const state = { market: 'm', feed: 'connected', sandbox: false, clock: { kind: 'real' }, heartbeatAt: new Date(), lastTickAt: null }
  await app.db.engineState.create({ data: { nodeId: randomUUID(), ...state } })
  const start = Date.parse('2026-11-20T03:45:00Z')
  await app.db.candle.createMany({
    data: Array.from({ length: 60 }, (_, i) => ({
      ...{ market: 'm', symbol: 'NIFTY', time: new Date(start + i * MINUTE), open: 100n, high: 110n, low: 90n, close: 105n, volume: 7n },
    })),
  })
  const signal = { strategyId, market: 'm', symbol: 'NIFTY', interval: '1min', side: 'LONG', pricePaise: 2_451_230n } as const
  await app.db.signal.create({ data: { ...signal, candleTime: new Date(start) } })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test('the commands of the analysts’ guide, run in its order as they stand there, all answer, and leave its files and its plot', async () => {
  const blocks = await guideBlocks(app.url)
  const [script = '', ...others] = blocks.filter(({ language }) => language === 'python').map(({ commands }) => commands)
  expect(others).toEqual([])
  await writeFile(path.join(folder, 'equity.py'), script)
  const commands = blocks.filter(({ language }) => language === '').map((block) => block.commands)
  expect(commands.length).toBeGreaterThan(8)

  const answers = await runGuide(folder, token, commands)
  expect(answers).toHaveLength(commands.length)
  for (const [i, answer] of answers.entries()) expect(answer, commands[i]).not.toMatch(/"errors"|"success":false/)
  const asked = answers.filter((answer) => answer.startsWith('{"data":'))
  for (const answer of asked) expect(Object.values((JSON.parse(answer) as { data: object }).data)[0]).not.toBeNull()
  expect(asked.length).toBeGreaterThan(5)
  expect(answers).toContain('{"complete":true,"rows":3}\n')
  // Sixty minutes in bars of five, and their headings.
  expect(answers).toContain('13 candles.csv\n')
  expect(answers).toContainEqual(expect.stringMatching(/^3 trades, net /))
  expect(await readFile(path.join(folder, 'equity.svg'), 'utf8')).toMatch(
    /^<svg [^>]*><polyline [^>]*points="20\.0,[\d.]+(?: [\d.]+,[\d.]+){3}"\/><\/svg>\n$/,
  )
})
