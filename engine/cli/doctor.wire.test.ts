import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestBroker, typed, type TestBroker } from '../broker/accounts/testing/openTestBroker.ts'
import { doctor } from './doctor.ts'
import { CommandFailure, UsageError } from './failures.ts'

const SUBJECTS = [
  ...['sign-in', 'profile', 'funds', 'order book', 'trade book', 'positions', 'quote', 'candles', 'contracts', 'feed', 'order updates'],
  ...['clock', 'address', 'limits'],
]

let broker: TestBroker
beforeAll(async () => {
  broker = await openTestBroker({ accounts: 5 })
  // Sign-ins follow each other sooner than people type.
  broker.sandbox.control.scaleLimits(100)
})
afterAll(() => broker.remove())
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', broker.database.url)
  vi.stubEnv('SAKHA_HOME', broker.sandbox.home)
  vi.stubEnv('SANDBOX_PORT', String(broker.sandbox.port))
})
afterEach(() => {
  vi.unstubAllEnvs()
  broker.sandbox.control.clearFaults()
  process.exitCode = undefined
})

/** What the doctor says, by subject. */
async function examined(...args: string[]) {
  const output = await doctor(['--broker', ...args])
  const lines = output.trimEnd().split('\n')
  const findings = lines.slice(0, -1).map((line) => {
    const [, state = '', subject = '', text = ''] = /^(ok|warn|fail) {2,4}(.{13}) {2}(.+)$/.exec(line) ?? []
    return [subject.trim(), { state, text }] as const
  })
  return { subjects: findings.map(([subject]) => subject), summary: lines.at(-1), of: new Map(findings) }
}
const orderCalls = () => broker.sandbox.control.ledger.entries.filter(({ kind }) => kind !== 'day')

describe('doctor --broker', () => {
  it('looks at everything with the installation’s account, while no engine runs, and sends no order', async () => {
    vi.stubEnv('SMARTAPI_STATIC_IP', '127.0.0.1')
    const { subjects, summary, of } = await examined()
    expect(subjects).toEqual(SUBJECTS)
    expect([...of.values()].filter(({ state }) => state !== 'ok')).toEqual([])
    expect(summary).toBe('14 ok, 0 to look at, 0 failed. No order was sent.')
    expect(of.get('profile')?.text).toContain('exchanges, as a list: NSE, BSE, NFO, BFO')
    expect(of.get('order book')?.text).toBe('empty, told by null')
    expect(of.get('quote')?.text).toMatch(/^4 of 4 indices, .+ at 2026-11-20 /)
    expect(of.get('feed')?.text).toBe('opens, and prices come')
    expect(process.exitCode).toBeUndefined()
    expect(orderCalls()).toEqual([])
  })

  it('says what fails and what to do, and ends with 1', async () => {
    broker.sandbox.control.setFault({ name: 'serverError', calls: ['getRMS'] })
    const { of, summary } = await examined()
    expect(of.get('funds')).toMatchObject({
      state: 'fail',
      text: expect.stringContaining('see whether this machine reaches the broker') as string,
    })
    expect(of.get('address')).toMatchObject({ state: 'warn', text: expect.stringContaining('SMARTAPI_STATIC_IP') as string })
    expect(summary).toBe('12 ok, 1 to look at, 1 failed. No order was sent.')
    expect(process.exitCode).toBe(1)
  })

  it('looks at a user’s account with the session that there is, which it never renews', async () => {
    await broker.start()
    const userId = await broker.createUser()
    const { email } = await broker.database.db.user.findUniqueOrThrow({ where: { id: userId } })
    await expect(doctor(['--broker', '--user', email])).rejects.toThrow(`${email} has not connected an account`)
    const client = broker.sandbox.users[0]!
    await broker.ask(userId, 'CONNECT_WITH_PIN', typed(client, false))
    const { subjects, of } = await examined('--user', email.toUpperCase())
    expect(subjects).toEqual(SUBJECTS)
    expect([...of].filter(([, { state }]) => state !== 'ok').map(([subject]) => subject)).toEqual(['address'])

    broker.sandbox.control.killTokens(client.clientCode)
    const before = await broker.account(userId)
    const over = await examined('--user', email)
    expect(over.subjects).toEqual(['sign-in', 'clock', 'address', 'limits'])
    expect(over.of.get('sign-in')).toMatchObject({ state: 'fail', text: expect.stringContaining('connect') as string })
    expect(await broker.account(userId)).toMatchObject({ state: 'CONNECTED', secrets: before!.secrets })
    expect(process.exitCode).toBe(1)
    expect(orderCalls()).toEqual([])
  })

  it('wants to be told what to look at, and knows who is there', async () => {
    await expect(doctor([])).rejects.toBeInstanceOf(UsageError)
    expect(await doctor(['--help'])).toContain('npm run engine -- doctor --broker')
    await expect(doctor(['--broker', '--user', 'nobody@example.com'])).rejects.toThrow(
      new CommandFailure('There is no user nobody@example.com.'),
    )
    vi.stubEnv('BROKER', 'smartapi')
    await expect(doctor(['--broker'])).rejects.toThrow('SMARTAPI_API_KEY: is not set')
  })
})
