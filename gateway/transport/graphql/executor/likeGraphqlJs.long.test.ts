import { execute, getNamedType, isEnumType, isListType, isNonNullType, isObjectType, parse, validate } from 'graphql'
import type { ExecutionResult, GraphQLNamedType, GraphQLOutputType, GraphQLSchema } from 'graphql'
import { beforeAll, expect, test, vi } from 'vitest'
import { TOPICS } from '../../../app/topics.ts'
import { markUnchanging } from '../../../kit/unchanging.ts'
import { chanceOf, drawOperation, type Chance } from '../../../testing/schemaOperations.ts'
import { buildGatewaySchema } from '../buildGatewaySchema.ts'
import { createExecutor, type Executor } from './createExecutor.ts'
import { planQuery, type QueryPlan, type RootField } from './planQuery.ts'
import { Shapes } from './Shapes.ts'

const OPERATIONS = 5_000
/** Enough for a fault of the planner to show. */
const FEW = 300

/** What the planner makes of a query, right or with a fault. */
const planner = vi.hoisted(() => ({ spoil: (plan: QueryPlan): QueryPlan => plan }))
vi.mock('./planQuery.ts', async (original) => {
  const real = await original<typeof import('./planQuery.ts')>()
  const spoilt: typeof real.planQuery = (...args) => {
    const plan = real.planQuery(...args)
    return plan && planner.spoil(plan)
  }
  return { ...real, planQuery: spoilt }
})

let schema: GraphQLSchema
let executor: Executor
/** The current operation's value of each root field, by its response name. */
let given: Map<string, () => Promise<unknown>>
let chance: Chance
beforeAll(async () => {
  schema = await buildGatewaySchema(TOPICS.resolvers)
  for (const field of Object.values(schema.getQueryType()!.getFields())) {
    field.resolve = (_source, _args, _context, { path, fieldName }) => {
      const name = String(path.key)
      const known = given.get(name) ?? outcomeOf(schema.getQueryType()!.getFields()[fieldName]!.type)
      given.set(name, known)
      return known()
    }
  }
  executor = createExecutor(schema)
})

/** Mostly plain data, often immutable; now and then a refusal. Asynchronous, like all of the API's resolvers (limitOperationTime.ts). */
function outcomeOf(type: GraphQLOutputType): () => Promise<unknown> {
  const value = valueOf(type, 0)
  return chance() < 0.1 ? () => Promise.reject(new Error('refused')) : () => Promise.resolve(value)
}

/** A value of a type; now and then null, also where none may be, or one that its type refuses. */
function valueOf(type: GraphQLOutputType, depth: number): unknown {
  if (chance() < 0.004) return null
  if (isNonNullType(type)) return valueOf(type.ofType, depth)
  if (chance() < 0.05) return chance() < 0.5 ? null : undefined
  if (isListType(type))
    return unchangingAtTimes(Array.from({ length: Math.floor(chance() * (depth === 0 ? 4 : 2)) }, () => valueOf(type.ofType, depth + 1)))
  const named = getNamedType(type)
  if (chance() < 0.004) return [new Error('an error as a value'), {}, 'text'][Math.floor(chance() * 3)]
  if (isObjectType(named)) {
    if (depth > 5) return null
    const fields = Object.values(named.getFields())
    return unchangingAtTimes(Object.fromEntries(fields.map((field) => [field.name, valueOf(field.type, depth + 1)])))
  }
  return leafOf(named)
}

function leafOf(type: GraphQLNamedType): unknown {
  if (isEnumType(type)) return type.getValues()[Math.floor(chance() * type.getValues().length)]?.value
  switch (type.name) {
    case 'Int':
      return Math.floor(chance() * 1_000)
    case 'Float':
      return Math.floor(chance() * 1_000) / 8
    case 'Boolean':
      return chance() < 0.5
    case 'DateTimeISO':
      return new Date(Date.UTC(2026, 10, 20) + Math.floor(chance() * 1e9))
    default:
      return `text ${Math.floor(chance() * 1_000)}`
  }
}

const unchangingAtTimes = (value: object) => {
  if (chance() < 0.2) markUnchanging(value)
  return value
}

const said = ({ data, errors }: ExecutionResult) => ({
  data: JSON.stringify(data),
  errors: errors?.map((error) => JSON.stringify(error)),
})

/** Executes the operation of a seed by graphql-js and by ours, and throws where they differ. */
async function compare(seed: number) {
  chance = chanceOf(seed)
  const { text, variables } = drawOperation(schema, chance)
  const document = parse(text)
  if (validate(schema, document).length > 0) throw new Error(`not valid: ${text}`)
  given = new Map()
  const theirs = await execute({ schema, document, variableValues: variables })
  const operation = { document, operationName: null, variables, contextValue: {} }
  // The second time from the plan, and with the shapes, of the first.
  for (let time = 0; time < 2; time++) {
    const ours = await executor.execute(operation)
    expect(said(ours), `seed ${seed}: ${text}`).toEqual(said(theirs))
    const { data = null, errors } = ours
    const answer = errors ? { errors: errors.map((error) => error.toJSON()), data } : { data }
    expect(executor.write(answer), `seed ${seed}: ${text}`).toBe(`${JSON.stringify(answer)}\n`)
  }
  return { document, text, theirs }
}

test(`${OPERATIONS} operations of the API have the data, errors, paths and order that graphql-js gives them`, async () => {
  const seen = { planned: 0, refused: 0, null: 0, directives: 0, variables: 0, fragments: 0 }
  for (let seed = 0; seed < OPERATIONS; seed++) {
    const { document, text, theirs } = await compare(seed)
    const [query] = document.definitions
    if (query?.kind === 'OperationDefinition' && planQuery(schema, document, query, new Shapes())) seen.planned++
    if (theirs.errors) seen.refused++
    if (theirs.data === null) seen.null++
    if (text.includes('@')) seen.directives++
    if (text.includes('$')) seen.variables++
    if (text.includes('fragment')) seen.fragments++
  }
  // The random cases covered all of it.
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(OPERATIONS / 50)
}, 240_000)

const inRoot = (change: (fields: readonly RootField[]) => readonly RootField[]) => (plan: QueryPlan) => ({
  ...plan,
  fields: change(plan.fields),
})
/** In the objects that root fields give, and in those of their lists. */
const inObjects = (change: (entries: [string, unknown][]) => [string, unknown][]) =>
  inRoot((fields) =>
    fields.map((field) => {
      const changed = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(changed)
        return typeof value === 'object' && value !== null ? Object.fromEntries(change(Object.entries(value))) : value
      }
      return { ...field, complete: (value) => changed(field.complete(value)) }
    }),
  )

test.each([
  ['drops a root field', inRoot((fields) => fields.slice(1))],
  ['answers root fields in another order', inRoot((fields) => fields.toReversed())],
  ['drops a field of an object', inObjects((entries) => entries.slice(1))],
  ['answers fields of an object in another order', inObjects((entries) => entries.toReversed())],
  ['drops the last of a list', inRoot((fields) => fields.map((field) => ({ ...field, complete: withoutLast(field) })))],
])('a planner that %s is found out', async (_what, spoil) => {
  planner.spoil = spoil
  try {
    const compareFew = async () => {
      for (let seed = 0; seed < FEW; seed++) await compare(seed)
    }
    await expect(compareFew()).rejects.toThrow(/^seed \d+: /)
  } finally {
    planner.spoil = (plan) => plan
  }
})

const withoutLast =
  ({ complete }: RootField) =>
  (value: unknown) => {
    const completed = complete(value)
    return Array.isArray(completed) ? completed.slice(0, -1) : completed
  }
