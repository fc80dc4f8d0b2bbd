import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { SeededRandom } from '../../../schema/SeededRandom.ts'
import { SECOND } from '../../../schema/time.ts'
import type { SandboxAccount } from '../../sandbox/accounts/loadAccount.ts'
import { CALL } from '../../sandbox/testing/openClient.ts'
import { paise } from '../../../schema/money.ts'
import { OrderCallLog } from '../OrderCallLog.ts'
import type { OrderRequest, Placement } from '../port.ts'
import { engineContract, orderOf } from '../smartapi/orders/testing/openLive.ts'
import { SmartApiExecution } from '../smartapi/orders/SmartApiExecution.ts'
import type { OpenBroker } from './testing/openBroker.ts'
import { openTestBroker, typed, type TestBroker } from './testing/openTestBroker.ts'

const EACH = 10
/** Real milliseconds of one-time codes. */
const CODE = 30 * SECOND
const contract = engineContract(CALL.token)

let broker: TestBroker
let open: OpenBroker
let used = 0
beforeAll(async () => {
  broker = await openTestBroker({ speed: 1, accounts: 8 * EACH })
  open = await broker.start()
  broker.sandbox.control.quote(CALL, paise(100_00), 0)
})
afterAll(() => broker.remove())
beforeEach(() => (broker.skewMs = 0))

interface Person {
  readonly userId: string
  readonly account: SandboxAccount
  /** Tries to sign in since he is a person of this test. */
  readonly tries: () => readonly number[]
}

async function tenPeople(): Promise<readonly Person[]> {
  const accounts = broker.sandbox.users.slice(used, (used += EACH))
  return Promise.all(
    accounts.map(async (account) => ({
      ...{ userId: await broker.createUser(), account },
      tries: () => broker.sandbox.control.signInTries(account.clientCode),
    })),
  )
}

/** Ten people with connected accounts, PIN and TOTP secret kept. */
async function tenConnected(): Promise<readonly Person[]> {
  const people = await tenPeople()
  const answers = await Promise.all(people.map(({ userId, account }) => broker.ask(userId, 'CONNECT_WITH_PIN', typed(account, true))))
  expect(answers.map(({ errorCode }) => errorCode)).toEqual(people.map(() => null))
  await open.liveAccounts.read()
  return people
}

/** Trades live for all who are connected, as an engine does. */
function openExecution() {
  const { sandbox } = broker
  const log = pino({ level: 'silent' })
  const execution = new SmartApiExecution({
    market: { restUrl: sandbox.url, updatesUrl: `${sandbox.url.replace('http:', 'ws:')}/smart-order-update` },
    accountOf: (userId) => open.liveAccounts.accountOf(userId),
    ...{ now: () => sandbox.control.now(), limitFactor: 1, log },
    orderCalls: new OrderCallLog({ save: async () => undefined, read: async () => [], now: () => Date.now(), log }),
  })
  onTestFinished(() => execution.close())
  return execution
}

function ordersOf({ userId, account }: Person, count: number): OrderRequest[] {
  const limit = { pricing: { kind: 'LIMIT', limit: paise(90_00) } } as const
  return Array.from({ length: count }, (_, i) => ({
    ...orderOf(account.clientCode, `E${account.clientCode}x${i}`.slice(-15), contract, limit),
    account: { userId, mode: 'LIVE' },
  }))
}

/** The session of each ends; several orders of each are sent at once. */
async function tradeOn(execution: SmartApiExecution, people: readonly Person[], random: SeededRandom): Promise<readonly Placement[]> {
  for (const { account } of people) broker.sandbox.control.killTokens(account.clientCode)
  const orders = people.flatMap((person) => ordersOf(person, random.integer(3, 6)))
  return Promise.all(orders.map((order) => execution.place(order)))
}

/** Nothing reached the exchange, and each order was sent once. */
function expectNothingPlaced(people: readonly Person[]): void {
  const { control } = broker.sandbox
  for (const { account } of people) {
    expect(control.orders(account.clientCode)).toEqual([])
    const calls = control.ledger.entries.flatMap((entry) => (entry.kind === 'call' && entry.tag?.includes(account.clientCode) ? entry : []))
    expect(calls.map(({ outcome }) => outcome)).toEqual(calls.map(() => 'refused'))
    const tags = calls.map(({ tag }) => tag)
    expect(tags).toEqual([...new Set(tags)])
  }
}

function wrongPin({ pin }: SandboxAccount, random: SeededRandom): string {
  const drawn = String(random.integer(0, 9_999)).padStart(4, '0')
  return drawn === pin ? wrongPin({ pin } as SandboxAccount, random) : drawn
}

it('ten wrong PINs are tried once each, refused by name, and leave nothing behind', async () => {
  const random = new SeededRandom('wrong PINs')
  const people = await tenPeople()
  const refused = { errorCode: 'BAD_USER_INPUT', error: 'The broker refused client code or PIN.', result: null }
  const answers = await Promise.all(
    people.map(({ userId, account }) =>
      broker.ask(userId, 'CONNECT_WITH_PIN', { ...typed(account, true), pin: wrongPin(account, random) }),
    ),
  )
  expect(answers).toEqual(people.map(() => refused))
  for (const { userId, tries } of people) expect([tries().length, await broker.account(userId)]).toEqual([1, null])
})

it('ten clocks that are up to half a minute off are signed in with the first code; ten that are more are told so, and leave nothing behind', async () => {
  const random = new SeededRandom('clocks')
  const people = await tenPeople()
  for (const [i, { userId, account, tries }] of people.entries()) {
    const sign = random.integer(0, 1) === 0 ? -1 : 1
    broker.skewMs = sign * random.integer(3 * CODE, 20 * CODE)
    const answer = await broker.ask(userId, 'CONNECT_WITH_PIN', typed(account, true))
    expect([i, answer.errorCode, tries().length, await broker.account(userId)]).toEqual([i, 'BAD_USER_INPUT', 1, null])
    expect(answer.error).toContain('that the clock of this server is right')
    // The limit of one sign-in a second is the client's.
    await sleep(SECOND)
    broker.skewMs = sign * random.integer(0, CODE)
    expect(await broker.ask(userId, 'CONNECT_WITH_PIN', typed(account, true))).toMatchObject({ errorCode: null })
    expect([i, tries().length]).toEqual([i, 2])
  }
}, 180_000)

it('of ten who trade live with a PIN that has become wrong each signs in once more, however many orders want to; none is placed', async () => {
  const random = new SeededRandom('PINs that changed')
  const people = await tenConnected()
  const execution = openExecution()
  const pins = people.map(({ account }) => account.pin)
  for (const { account } of people) Object.assign(account, { pin: wrongPin(account, random) })
  broker.skewMs = CODE
  const placements = await tradeOn(execution, people, random)
  for (const placement of placements)
    expect(placement).toMatchObject({ kind: 'refused', message: expect.stringContaining('not signed in') as string })
  // The books are read on and on; nobody tries to sign in for that.
  await sleep(5 * SECOND)
  expectNothingPlaced(people)
  for (const [i, { userId, account, tries }] of people.entries()) {
    expect([i, tries().length]).toEqual([i, 2])
    expect(await broker.account(userId)).toMatchObject({ state: 'REFUSED', problem: 'The broker refused client code or PIN.' })
    expect((await broker.account(userId))?.secrets.map(({ field }) => field)).not.toContain('pin')
    Object.assign(account, { pin: pins[i] })
  }
}, 120_000)

it('of ten who trade live on a machine whose clock went wrong each tries three codes and no more; none is placed', async () => {
  const random = new SeededRandom('a clock that went wrong')
  const people = await tenConnected()
  const execution = openExecution()
  broker.skewMs = 10 * CODE
  const placements = await tradeOn(execution, people, random)
  for (const placement of placements)
    expect(placement).toMatchObject({ kind: 'refused', message: expect.stringContaining('not signed in') as string })
  await sleep(5 * SECOND)
  expectNothingPlaced(people)
  for (const [i, { userId, tries }] of people.entries()) {
    const [, ...codes] = tries()
    expect([i, codes.length]).toEqual([i, 3])
    // A code is never tried twice.
    expect(new Set(codes.map((at) => Math.floor(at / CODE))).size).toBe(3)
    const account = await broker.account(userId)
    expect(account).toMatchObject({ state: 'REFUSED', problem: expect.stringContaining('clock of this server') as string })
    // Not proven wrong.
    expect(account?.secrets.map(({ field }) => field)).toContain('pin')
  }
}, 240_000)
