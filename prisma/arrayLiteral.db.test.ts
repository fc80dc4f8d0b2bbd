import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { arrayLiteral } from './arrayLiteral.ts'
import { createTestDatabase, type TestDatabase } from './testing/createTestDatabase.ts'

let database: TestDatabase
beforeAll(async () => (database = await createTestDatabase()))
afterAll(() => database.drop())

it('PostgreSQL reads the texts that were written', async () => {
  // PostgreSQL has no text with a zero character.
  const text = fc
    .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', 'NULL', '"', '\\', '{},', ' a b '))
    .filter((each) => !each.includes('\0'))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (texts) => {
      const rows = await database.db.$queryRaw<{ texts: unknown }[]>`SELECT ${arrayLiteral(texts)}::text[] AS texts`
      expect(rows).toEqual([{ texts }])
    }),
  )
})

it('PostgreSQL reads the numbers that were written', async () => {
  // −0 is not a number of the books.
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0),
    fc.maxSafeInteger(),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(number)), async (numbers) => {
      const rows = await database.db.$queryRaw<{ numbers: unknown }[]>`SELECT ${arrayLiteral(numbers)}::float8[] AS numbers`
      expect(rows).toEqual([{ numbers }])
    }),
  )
})
