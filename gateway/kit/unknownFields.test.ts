import { expect, test } from 'vitest'
import { z } from 'zod'
import { jsonSchema } from './restEnvelope.ts'
import { closedSchema, unknownFields } from './unknownFields.ts'

const SCHEMA = jsonSchema(
  z.object({
    maxTrades: z.int().nullish(),
    timeWindow: z.object({ start: z.string(), end: z.string() }).nullish(),
    legs: z.array(z.object({ strike: z.number() })),
    rules: z.unknown(),
  }),
)
const complaints = (body: unknown) => unknownFields(SCHEMA, body)?.fieldErrors ?? null

test('an unknown field is told by its name, with the one that was meant', () => {
  expect(unknownFields(SCHEMA, { maxtrades: 4 })).toMatchObject({
    code: 'BAD_USER_INPUT',
    message: 'maxtrades: not known, did you mean maxTrades?',
  })
  expect(complaints({ role: 'admin', maxTrades: 4 })).toEqual({ role: 'role: not known; there are maxTrades, timeWindow, legs, rules' })
})

test('fields inside objects and lists are looked at, and told with the way to them', () => {
  expect(complaints({ timeWindow: { stat: '09:30' }, legs: [{ strike: 1 }, { strik: 2 }] })).toEqual({
    'timeWindow.stat': 'timeWindow.stat: not known, did you mean start?',
    'legs.1.strik': 'legs.1.strik: not known, did you mean strike?',
  })
})

test('what the schema leaves open, and what is no object, is for others to judge', () => {
  for (const body of [{ rules: { anything: { goes: 1 } } }, { timeWindow: null, legs: 'none' }, null, undefined, 'text', 7, [1], {}])
    expect(complaints(body)).toBeNull()
})

test('names that every object has are not known either, and long ones are cut', () => {
  expect(Object.keys(complaints({ constructor: 1, toString: 2, ['x'.repeat(10_000)]: 3 }) ?? {})).toEqual([
    'constructor',
    'toString',
    `${'x'.repeat(60)}…`,
  ])
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`field${i}`, i]))
  expect(Object.keys(complaints(many) ?? {})).toHaveLength(20)
})

test('the published schema says that there are no other fields', () => {
  expect(closedSchema(SCHEMA)).toMatchObject({
    additionalProperties: false,
    properties: {
      timeWindow: { anyOf: [{ additionalProperties: false }, { type: 'null' }] },
      legs: { items: { additionalProperties: false } },
      rules: {},
    },
  })
})
