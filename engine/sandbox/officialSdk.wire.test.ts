import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { paise } from '../../schema/money.ts'
import { istInstant } from '../../schema/time.ts'
import { optionContract } from './options/optionContract.ts'
import { startSandbox, type RunningSandbox } from './startSandbox.ts'

const FOLDER = join(import.meta.dirname, 'testing', 'officialSdk')

const Answer = z.looseObject({ status: z.boolean(), data: z.unknown() })
const Rows = Answer.extend({ data: z.array(z.looseObject({})) })
const Packet = z.looseObject({
  token: z.string(),
  subscription_mode: z.string(),
  last_traded_price: z.string(),
  exchange_timestamp: z.string(),
})
const Results = z.object({
  wrongPin: z.unknown(),
  login: z.object({ status: z.literal(true), data: z.record(z.string(), z.string()) }),
  profile: Answer,
  renewed: Answer,
  quote: z.object({ data: z.object({ fetched: z.array(z.looseObject({})), unfetched: z.array(z.unknown()) }) }),
  candles: z.object({ data: z.array(z.array(z.unknown())) }),
  scrips: z.unknown(),
  packets: z.array(z.union([z.literal('pong'), Packet])),
  orders: z.object({
    ...{
      emptyBook: Answer,
      rms: Answer,
      placed: Answer,
      modified: Answer,
      cancelled: Answer,
      bought: Answer,
      single: Answer,
      margin: Answer,
    },
    ...{ orderBook: Rows, tradeBook: Rows, positions: Rows, rule: z.looseObject({ errorcode: z.string() }), told: z.array(z.string()) },
  }),
  logout: Answer,
  afterLogout: z.unknown(),
  expiredHook: z.number(),
})

const option = optionContract('NIFTY', '2026-11-23', paise(24_500_00), 'CE')
let home: string
let sandbox: RunningSandbox
let results: z.infer<typeof Results>

/** The SDK brings 230 packages that nothing else here needs, some of them old: only this test installs them. */
async function installSdk(): Promise<void> {
  if (existsSync(join(FOLDER, 'node_modules', 'smartapi-javascript'))) return
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--silent', '--ignore-scripts'], { cwd: FOLDER, stdio: 'inherit' })
  const [code] = (await once(npm, 'close')) as [number | null]
  if (code !== 0) throw new Error(`the SDK could not be installed: run npm ci in ${FOLDER} to see why`)
}

async function runSdk(): Promise<unknown> {
  const account = sandbox.users[0]!
  const totp = new TOTP({ secret: Secret.fromBase32(account.totpSecret) })
  const child = spawn(process.execPath, [join(FOLDER, 'client.mjs')], { cwd: home, env: { ...process.env, NO_PROXY: '127.0.0.1' } })
  let output = ''
  let talk = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part))
  child.stderr.setEncoding('utf8').on('data', (part: string) => (talk += part))
  const { token, tradingSymbol: symbol } = option
  child.stdin.end(JSON.stringify({ url: sandbox.url, account, codes: { current: totp.generate() }, token, symbol, day: '2026-11-19' }))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`the SDK's process failed: ${talk}`)
  return JSON.parse(output.trim().split('\n').at(-1)!)
}

beforeAll(async () => {
  await installSdk()
  home = mkdtempSync(join(tmpdir(), 'sandbox-sdk-'))
  sandbox = await startSandbox({ port: 0, home, speed: 60, seed: 1, start: istInstant('2026-11-20', 10 * 60), replay: new Map() })
  results = Results.parse(await runSdk())
}, 240_000)
afterAll(async () => {
  await sandbox.stop()
  rmSync(home, { recursive: true, force: true })
})

describe('the official SDK', () => {
  it('is refused with a wrong PIN and signed in with the right one', () => {
    expect(results.wrongPin).toMatchObject({ status: false, errorcode: 'AB1007', data: null })
    expect(Object.keys(results.login.data).sort()).toEqual(['feedToken', 'jwtToken', 'refreshToken'])
    expect(results.renewed.data).toHaveProperty('jwtToken')
  })

  it('reads its profile', () => {
    expect(results.profile).toMatchObject({
      status: true,
      data: { clientcode: sandbox.users[0]!.clientCode, exchanges: ['NSE', 'BSE', 'NFO', 'BFO'] },
    })
  })

  it('reads full quotes of an index and an option', () => {
    const [index, call] = results.quote.data.fetched
    expect(results.quote.data.unfetched).toEqual([])
    expect(index).toMatchObject({ exchange: 'NSE', tradingSymbol: 'Nifty 50', symbolToken: '99926000' })
    expect(call).toMatchObject({ exchange: 'NFO', tradingSymbol: 'NIFTY23NOV2624500CE', symbolToken: option.token })
    expect(call).toHaveProperty('depth.buy.length', 5)
  })

  it('reads the 375 minutes of a past session', () => {
    expect(results.candles.data).toHaveLength(375)
    expect(results.candles.data[0]![0]).toBe('2026-11-19T09:15:00+05:30')
  })

  it('finds instruments', () => {
    expect(results.scrips).toEqual([
      { exchange: 'NSE', tradingsymbol: 'Nifty 50', symboltoken: '99926000' },
      { exchange: 'NSE', tradingsymbol: 'Nifty Bank', symboltoken: '99926009' },
      { exchange: 'NSE', tradingsymbol: 'NIFTY MID SELECT', symboltoken: '99926074' },
    ])
  })

  it('decodes packets of all three modes and gets its pongs', () => {
    const packets = results.packets.filter((packet) => packet !== 'pong')
    expect(results.packets).toContain('pong')
    expect(new Set(packets.map((packet) => `${packet.token} ${packet.subscription_mode}`))).toEqual(
      new Set([`"${option.token}" 1`, `"${option.token}" 2`, `"${option.token}" 3`, '"99926000" 1']),
    )
    const levels = packets.filter((packet) => packet.token === '"99926000"').map((packet) => Number(packet.last_traded_price))
    expect(levels.every((level) => level > 20_000_00 && level < 30_000_00)).toBe(true)
    const times = packets.filter((packet) => packet.subscription_mode === '3').map((packet) => Number(packet.exchange_timestamp))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('places, changes and cancels orders, and reads every book', () => {
    const { emptyBook, rms, placed, modified, cancelled, bought, orderBook, tradeBook, positions, single, margin, rule } = results.orders
    expect(emptyBook).toEqual({ status: true, message: 'SUCCESS', errorcode: '', data: null })
    expect(rms.data).toMatchObject({ net: '1000000.0000', utilisedholdingsales: null })
    for (const answer of [placed, modified, cancelled, bought])
      expect(answer).toMatchObject({ status: true, data: { orderid: expect.any(String) } })
    expect(orderBook.data.map(({ status, ordertag }) => [status, ordertag])).toEqual([
      ['cancelled', 'sdk'],
      ['complete', 'sdk'],
    ])
    expect(tradeBook.data).toMatchObject([{ fillsize: '65', tradingsymbol: option.tradingSymbol }])
    expect(positions.data).toMatchObject([{ netqty: '65', symboltoken: option.token }])
    expect(single.data).toEqual(orderBook.data[1])
    expect(margin.data).toMatchObject({ totalMarginRequired: expect.any(Number) })
    expect(rule.errorcode).toBe('AB9010')
  })

  it('is told of its orders on the order-status socket', () => {
    const { told } = results.orders
    const codes = told.filter((text) => text !== 'pong').map((text) => (JSON.parse(text) as { 'order-status': string })['order-status'])
    expect(codes).toEqual(['AB00', 'AB09', 'AB01', 'AB11', 'AB04', 'AB02', 'AB09', 'AB01', 'AB05'])
    expect(told).toContain('pong')
  })

  it('is told by its expiry hook when its session is gone', () => {
    expect(results.logout.status).toBe(true)
    expect(results.afterLogout).toMatchObject({ success: false, errorCode: 'AG8001', data: '' })
    expect(results.expiredHook).toBe(1)
  })
})
