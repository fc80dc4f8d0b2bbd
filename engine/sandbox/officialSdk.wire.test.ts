import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { paise } from '../../schema/money.ts'
import { istInstant } from '../../schema/time.ts'
import { optionContract } from './options/optionContract.ts'
import { startSandbox, type RunningSandbox } from './startSandbox.ts'

const Answer = z.looseObject({ status: z.boolean(), data: z.unknown() })
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
  logout: Answer,
  afterLogout: z.unknown(),
  expiredHook: z.number(),
})

const option = optionContract('NIFTY', '2026-11-23', paise(24_500_00), 'CE')
let home: string
let sandbox: RunningSandbox
let results: z.infer<typeof Results>

async function runSdk(): Promise<unknown> {
  const totp = new TOTP({ secret: Secret.fromBase32(sandbox.account.totpSecret) })
  const script = join(import.meta.dirname, 'testing', 'officialSdkClient.mjs')
  const child = spawn(process.execPath, [script], { cwd: home, env: { ...process.env, NO_PROXY: '127.0.0.1' } })
  let output = ''
  let talk = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part))
  child.stderr.setEncoding('utf8').on('data', (part: string) => (talk += part))
  const { url, account } = sandbox
  child.stdin.end(JSON.stringify({ url, account, codes: { current: totp.generate() }, token: option.token, day: '2026-11-19' }))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`the SDK's process failed: ${talk}`)
  return JSON.parse(output.trim().split('\n').at(-1)!)
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'sandbox-sdk-'))
  sandbox = await startSandbox({ port: 0, home, speed: 60, seed: 1, start: istInstant('2026-11-20', 10 * 60), replay: new Map() })
  results = Results.parse(await runSdk())
})
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
      data: { clientcode: sandbox.account.clientCode, exchanges: ['NSE', 'BSE', 'NFO', 'BFO'] },
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

  it('is told by its expiry hook when its session is gone', () => {
    expect(results.logout.status).toBe(true)
    expect(results.afterLogout).toMatchObject({ success: false, errorCode: 'AG8001', data: '' })
    expect(results.expiredHook).toBe(1)
  })
})
