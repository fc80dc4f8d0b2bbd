import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createStrategy } from '../../prisma/createStrategy.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { paise } from '../../schema/money.ts'
import { Store } from '../store/Store.ts'
import { Leases } from './Leases.ts'

const NOBODY = '00000000-0000-0000-0000-000000000000'
const log = pino({ level: 'silent' })

let database: TestDatabase
const open: Leases[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(closeAll)
afterAll(() => database.drop())

async function closeAll(): Promise<void> {
  for (const leases of open.splice(0)) await leases.close()
}

/** A node that has sent one heartbeat and sends more on demand. */
async function startLeases(monotonic = () => performance.now()): Promise<Leases> {
  const leases = new Leases({ databaseUrl: database.url, monotonic, log })
  open.push(leases)
  await leases.beat()
  return leases
}

/** Cuts the node's connection, as the end of its process would. */
async function cut({ nodeId }: Leases): Promise<void> {
  await database.db.$queryRaw`
    SELECT pg_terminate_backend(lock.pid, 5000) FROM pg_locks lock JOIN "EngineNode" node ON node.key::oid = lock.objid
    WHERE lock.locktype = 'advisory' AND node.id = ${nodeId}::uuid`
}

/** The database's view: the partitions and tokens of a node. */
async function ownedBy({ nodeId }: Leases): Promise<Map<number, bigint>> {
  const rows = await database.db.lease.findMany({ where: { owner: nodeId } })
  return new Map(rows.map(({ partition, token }) => [partition, token]))
}

const sizes = (...nodes: readonly Leases[]) => nodes.map((node) => node.held().size)

describe('the leases', () => {
  it('are all of the one node there is', async () => {
    const only = await startLeases()
    expect(only.held().size).toBe(64)
    expect(await ownedBy(only)).toEqual(only.held())
  })

  it('are shared evenly once another node lives, and each side is told', async () => {
    const first = await startLeases()
    const changes: number[] = []
    first.onChange(() => changes.push(first.held().size))
    const second = await startLeases()
    expect(sizes(first, second)).toEqual([64, 0])
    await first.beat()
    await second.beat()
    expect(sizes(first, second)).toEqual([32, 32])
    const third = await startLeases()
    for (const node of [first, second, third]) await node.beat()
    await third.beat()
    expect(sizes(first, second, third)).toEqual([22, 22, 20])
    expect(changes).toEqual([32, 22])
    expect([first.changes, third.changes]).toEqual([
      { taken: 64, lost: 42 },
      { taken: 20, lost: 0 },
    ])
  })

  it('of a node whose connection is gone pass on with the next beat, with higher tokens', async () => {
    const first = await startLeases()
    const tokens = first.held()
    const second = await startLeases()
    await cut(first)
    await second.beat()
    expect(second.held().size).toBe(64)
    for (const [partition, token] of second.held()) expect(token).toBe((tokens.get(partition) ?? 0n) + 1n)
  })

  it('of a node that closes are free at once', async () => {
    const first = await startLeases()
    await first.close()
    expect(sizes(await startLeases(), first)).toEqual([64, 0])
    expect(await database.db.engineNode.count({ where: { id: first.nodeId } })).toBe(0)
  })

  it('are not trusted when they were not renewed for five seconds', async () => {
    let now = 0
    const node = await startLeases(() => now)
    now = 4_999
    expect(node.held().size).toBe(64)
    now = 5_000
    expect(node.held().size).toBe(0)
    await node.beat()
    expect(node.held().size).toBe(64)
  })

  it('lost with an old token write nothing, although their node still believes in them', async () => {
    const first = await startLeases()
    const databaseUrl = database.url
    const store = new Store({ databaseUrl, market: 'm', leases: first, rules: () => SHIPPED_MARKET_RULES })
    const user = await database.db.user.create({ data: { email: 'fenced@example.com', name: 'fenced', passwordHash: 'none' } })
    const identity = { slug: 'fenced', name: 'fenced', description: 'of a test', category: 'test', isActive: true, isPublic: true }
    const strategyId = await createStrategy(database.db, identity, { rules: {}, instruments: ['NIFTY'] })
    await database.db.subscription.create({ data: { userId: user.id, strategyId } })
    const decide = (candleTime: number) =>
      store.decisions.decide(
        { index: 'NIFTY', interval: '1min', candleTime, price: paise(1), signals: [{ strategyId, version: 1, side: 'LONG' }] },
        candleTime,
        () => ({ ok: false, error: { reason: 'KILL_SWITCH', numbers: { scope: 'GLOBAL' } } }),
      )
    expect(await decide(0)).toMatchObject({ denied: 1 })
    const second = await startLeases()
    await cut(first)
    await second.beat()
    expect(first.held().size).toBe(64)
    expect(await decide(60_000)).toMatchObject({ denied: 0 })
    await store.close()
  })

  it('never have two owners with one token, whichever nodes come, beat, hang and die, and are all owned by the living in the end', async () => {
    const step = fc.record({ do: fc.constantFrom('start', 'beat', 'beat', 'beat', 'cut', 'close', 'expire'), node: fc.nat(2) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await closeAll()
        const nodes: Leases[] = []
        const tokens = new Map<number, bigint>()
        const owners = new Map<string, string>()
        for (const { do: action, node: number } of steps) {
          const node = nodes[number]
          if (action === 'start' && nodes.length < 3) nodes.push(await startLeases())
          else if (node && action === 'beat') await node.beat()
          else if (node && action === 'cut') await cut(node)
          else if (node && action === 'expire')
            await database.db.lease.updateMany({ where: { owner: node.nodeId }, data: { expiresAt: new Date(0) } })
          else if (node && action === 'close') await nodes.splice(number, 1)[0]?.close()
          for (const { partition, owner, token } of await database.db.lease.findMany()) {
            expect(token).toBeGreaterThanOrEqual(tokens.get(partition) ?? 0n)
            tokens.set(partition, token)
            if (owner === NOBODY) continue
            const lease = `${partition} ${token}`
            expect(owners.get(lease) ?? owner).toBe(owner)
            owners.set(lease, owner)
          }
        }
        // One to notice a lost connection, one to be back, one for the others to give, one to take.
        for (let round = 0; round < 4; round++) for (const node of nodes) await node.beat()
        const held = nodes.flatMap((node) => [...node.held().keys()])
        expect(new Set(held).size).toBe(held.length)
        expect(held).toHaveLength(nodes.length > 0 ? 64 : 0)
      }),
      { numRuns: 15 },
    )
  })
})
