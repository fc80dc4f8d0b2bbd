import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenBroker } from './testing/openBroker.ts'
import { openTestBroker, typed, TestBroker } from './testing/openTestBroker.ts'

let broker: TestBroker
let other: TestBroker
let nodes: OpenBroker[]
let userId: string
let used = 0
beforeAll(async () => {
  broker = await openTestBroker({ accounts: 20 })
  // A second engine on the same database.
  other = new TestBroker(broker.sandbox, broker.database)
  nodes = [await broker.start(), await other.start()]
})
afterAll(async () => {
  await other.stop()
  await broker.remove()
})
beforeEach(async () => {
  userId = await broker.createUser()
  for (const each of [broker, other]) each.skewMs = 0
})

const nextClient = () => broker.sandbox.users[used++]!
/** As every engine has it once notified of a change. */
const accounts = () =>
  Promise.all(
    nodes.map(async ({ liveAccounts }) => {
      await liveAccounts.read()
      return liveAccounts.accountOf(userId)
    }),
  )

describe('a user’s account, to trade with', () => {
  it('is there while it is connected, the same on every engine', async () => {
    expect(await accounts()).toEqual([null, null])
    const client = nextClient()
    await broker.ask(userId, 'CONNECT_WITH_PIN', typed(client, false))
    const [first, second] = await accounts()
    expect([first?.clientCode, second?.clientCode]).toEqual([client.clientCode, client.clientCode])
    expect(first?.apiKey).toBe(client.apiKey)
    expect(await first?.tokens()).toEqual(await second?.tokens())
    expect(await broker.ask(userId, 'REFRESH', null)).toMatchObject({ errorCode: null })
    expect((await accounts())[0]).toBe(first)
    await broker.ask(userId, 'DISCONNECT', null)
    expect(await accounts()).toEqual([null, null])
  })

  it('gets new tokens once for all that find the old ones refused, whichever engine they run on', async () => {
    const client = nextClient()
    await broker.ask(userId, 'CONNECT_WITH_PIN', typed(client, true))
    const live = await accounts()
    const old = await live[0]!.tokens()
    broker.sandbox.control.killTokens(client.clientCode)
    for (const each of [broker, other]) each.skewMs = 30_000
    const renewed = await Promise.all([...live, ...live].map((account) => account!.renew(old)))
    expect(new Set(renewed.map(({ jwt }) => jwt)).size).toBe(1)
    expect(renewed[0]!.jwt).not.toBe(old.jwt)
    for (const account of await accounts()) expect(await account?.tokens()).toEqual(renewed[0])
  })

  it('that came from the login page keeps the tokens that the broker still takes, whoever distrusts them, and is over when it does not', async () => {
    const client = nextClient()
    const { jwtToken, feedToken } = await broker.sandbox.signIn(client)
    await broker.ask(userId, 'CONNECT_WITH_TOKENS', { jwt: jwtToken, feedToken, refreshToken: null })
    const [live] = await accounts()
    const tokens = await live!.tokens()
    // As the socket of order updates asks that heard nothing while the machine stood still.
    expect(await live!.renew(tokens)).toEqual(tokens)
    expect(await broker.account(userId)).toMatchObject({ state: 'CONNECTED' })
    broker.sandbox.control.killTokens(client.clientCode)
    await expect(live!.renew(tokens)).rejects.toMatchObject({ kind: 'auth' })
    expect(await broker.account(userId)).toMatchObject({ state: 'EXPIRED' })
  })

  it('that another one replaces, even after it was disconnected, speaks for nobody; the other is there once what was the first one’s is over', async () => {
    const [first, second] = [nextClient(), nextClient()]
    const { liveAccounts } = nodes[0]!
    const replaced: (readonly string[])[] = []
    let isOver: () => void = () => undefined
    liveAccounts.onReplaced((userIds) => {
      replaced.push(userIds)
      return new Promise((resolve) => (isOver = resolve))
    })
    await broker.ask(userId, 'CONNECT_WITH_PIN', typed(first, false))
    const [before] = await accounts()
    await broker.database.db.brokerAccount.update({ where: { userId }, data: { state: 'EXPIRED' } })
    await broker.ask(userId, 'CONNECT_WITH_PIN', typed(second, false))
    const read = liveAccounts.read()
    await expect.poll(() => replaced).toEqual([[userId]])
    expect(liveAccounts.accountOf(userId)).toBe(before)
    await expect(before!.tokens()).rejects.toMatchObject({ kind: 'auth' })
    isOver()
    await read
    expect(liveAccounts.accountOf(userId)?.clientCode).toBe(second.clientCode)
    await broker.ask(userId, 'CONNECT_WITH_PIN', typed(second, false))
    await liveAccounts.read()
    expect(replaced).toHaveLength(1)
    liveAccounts.onReplaced(() => Promise.resolve())
  })

  it('whose session ends and of which nothing is kept waits for its owner', async () => {
    const client = nextClient()
    await broker.ask(userId, 'CONNECT_WITH_PIN', typed(client, false))
    const [live] = await accounts()
    const old = await live!.tokens()
    broker.sandbox.control.killTokens(client.clientCode)
    await expect(live!.renew(old)).rejects.toMatchObject({ kind: 'auth' })
    expect(await broker.account(userId)).toMatchObject({ state: 'EXPIRED' })
    await expect(live!.renew(old)).rejects.toMatchObject({ kind: 'auth' })
    expect(await accounts()).toEqual([null, null])
  })
})
