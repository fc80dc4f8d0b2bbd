import { expect, it } from 'vitest'
import { lacksReason, unexplainedSql } from './unexplainedSql.ts'

const explained = (statement: string) => `/** Reads a row. Raw SQL: it locks it. */\nexport const read = (db) => ${statement}`

it.each([
  'db.$queryRaw`SELECT 1`',
  'db.$queryRaw<{ one: number }[]>`SELECT 1`',
  'db.$executeRaw(statement)',
  'pool.query(STATEMENT)',
  'client.query<{ one: number }>({ name, text })',
  'readPrepared<Row>(pool, statement)',
  'readByCursor(pool, statement, { batch })',
  'readUntil<Row>(pool, statement, deadline)',
])('%s lacks a reason until the doc comment gives one', (statement) => {
  expect(lacksReason(`/** Reads a row. */\nexport const read = (db) => ${statement}`)).toBe(true)
  expect(lacksReason(explained(statement))).toBe(false)
})

it('a reason counts in a line of a longer comment, but not in code nor without words', () => {
  const statement = 'export const read = (db) => db.$queryRaw`SELECT 1`'
  expect(lacksReason(`/**\n * Reads a row.\n * Raw SQL: it locks it.\n */\n${statement}`)).toBe(false)
  expect(lacksReason(`/**\n * Reads a row. Raw SQL:\n * it locks it.\n */\n${statement}`)).toBe(true)
  expect(lacksReason(`${statement} // Raw SQL: it locks it.`)).toBe(true)
  expect(lacksReason(`const text = 'Raw SQL: it locks it.'\n${statement}`)).toBe(true)
  expect(lacksReason(`/** Raw SQL: */\n${statement}`)).toBe(true)
})

it('model calls, fragments of SQL and imports need none', () => {
  expect(lacksReason("import { readPrepared } from './readPrepared.ts'\nexport const read = (db) => db.user.findMany()")).toBe(false)
  expect(lacksReason('export const IS_RUNNING = Prisma.sql`"exitTime" IS NULL`')).toBe(false)
})

it('every file of the product with raw SQL says why', async () => {
  expect(await unexplainedSql()).toBeNull()
})
