import { expect, test } from 'vitest'
import { z } from 'zod'
import { port, postgresUrl, readEnvironment, wholeNumber, yesOrNo } from './readEnvironment.ts'

const VARIABLES = z.object({
  PORT: port(1).default(4000),
  SEED: wholeNumber(-9, 9).default(1),
  LOUD: yesOrNo('no'),
  DATABASE_URL: postgresUrl,
})
const DATABASE_URL = 'postgresql://someone:secret@host/sakha'

test('a variable that is not set or empty is its default; one that no process reads is passed over', () => {
  const value = { PORT: 4000, SEED: 1, LOUD: 'no', DATABASE_URL }
  expect(readEnvironment(VARIABLES, { DATABASE_URL, PORT: '', HOME: '/' })).toEqual({ ok: true, value })
  expect(readEnvironment(VARIABLES, { DATABASE_URL, SEED: '-9' })).toEqual({ ok: true, value: { ...value, SEED: -9 } })
})

test('all mistakes come at once, each with its variable, and with what was found but for passwords', () => {
  expect(readEnvironment(VARIABLES, { DATABASE_URL: 'mysql://u:secret@host', PORT: '0', SEED: '1.5', LOUD: 'maybe' })).toEqual({
    ok: false,
    error: [
      'PORT: must be a whole number, 1 to 65535, found "0"',
      'SEED: must be a whole number, -9 to 9, found "1.5"',
      'LOUD: must be yes or no',
      'DATABASE_URL: must be the address of a PostgreSQL database, postgresql://…',
    ],
  })
  expect(readEnvironment(VARIABLES, {})).toEqual({ ok: false, error: ['DATABASE_URL: is not set'] })
})
