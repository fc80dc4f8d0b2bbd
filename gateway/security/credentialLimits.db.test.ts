import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool, type Pool } from '../../prisma/client.ts'
import { countingPool, createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { credentialLimits } from './credentialLimits.ts'

let database: TestDatabase
const pools: Pool[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await database.drop()
})

/** As one gateway counts, and how many statements it asked. */
function gateway(url = database.url) {
  const counting = url === database.url ? countingPool(url) : { pool: openPool(url, 'test'), statements: 0 }
  pools.push(counting.pool)
  return { counting, count: credentialLimits(counting.pool) }
}
const refusal = {
  code: 'RATE_LIMITED',
  message: expect.stringMatching(/^Too many attempts\. Please try again in ([1-9]|[1-5]\d|60) seconds\.$/),
}

test('two gateways share the count of an address, of each action apart', async () => {
  const [first, second] = [gateway(), gateway()]
  const from = { ip: '203.0.113.1' }
  for (let i = 0; i < 10; i++) await Promise.all([first.count('login', from), second.count('login', from)])
  await expect(first.count('login', from)).rejects.toMatchObject(refusal)
  await expect(second.count('login', from)).rejects.toMatchObject(refusal)
  await second.count('signup', from)
  await second.count('login', { ip: '203.0.113.2' })
})

test('attempts beyond the limit cost no statement', async () => {
  const { counting, count } = gateway()
  const from = { ip: '203.0.113.3' }
  for (let i = 0; i < 10; i++) await count('mail', from)
  expect(counting.statements).toBe(10)
  for (let i = 0; i < 100; i++) await expect(count('mail', from)).rejects.toMatchObject(refusal)
  expect(counting.statements).toBe(10)
})

test('all addresses of one IPv6 network are one', async () => {
  const { count } = gateway()
  for (let i = 0; i < 10; i++) await count('mail', { ip: `2001:db8:1:2::${i}` })
  await expect(count('mail', { ip: '2001:db8:1:2:ffff::1' })).rejects.toMatchObject(refusal)
  await count('mail', { ip: '2001:db8:1:3::1' })
})

test('without the database the limit holds all the same', async () => {
  const { count } = gateway('postgresql://nobody@127.0.0.1:1/none')
  const from = { ip: '203.0.113.4' }
  for (let i = 0; i < 10; i++) await count('mail', from)
  await expect(count('mail', from)).rejects.toMatchObject(refusal)
})

test('the table holds no address as it is', async () => {
  await gateway().count('link', { ip: '203.0.113.5' })
  const rows = await database.db.credentialAttempts.findMany({ where: { key: { startsWith: 'link:' } } })
  expect(rows).toMatchObject([{ points: 1 }])
  expect(rows[0]?.key).not.toContain('203')
})
