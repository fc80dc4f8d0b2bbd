import {
  buildSchema,
  DEFAULT_DEPRECATION_REASON,
  getNamedType,
  isInputObjectType,
  isEnumType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLArgument,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql'
import { createClient } from 'graphql-ws'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { hashPassword } from '../security/passwords.ts'
import { contractRequests, type ContractRequest } from '../testing/contractRequests.ts'
import { judgeExamples, type AnswersDocument } from '../testing/DocumentedAnswers.ts'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.ts'

const schema: GraphQLSchema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'))
/** What no well-formed request may be answered with; and one that asks too often has not been answered. */
const OUR_FAULT = ['INTERNAL_SERVER_ERROR', 'RATE_LIMITED', undefined]

let app: TestGateway
let people = 0
let passwordHash: string
beforeAll(async () => {
  passwordHash = await hashPassword('kite-river-42')
  app = await startTestGateway({ trustedProxies: 1 })
})
afterAll(() => app.close())

/** The token of an admin whom nothing has been done to yet. */
async function admin(): Promise<string> {
  const { id, token } = await app.user(`Admin${people++}`)
  await app.db.user.update({ where: { id }, data: { role: 'admin', twoFactorAt: new Date(), passwordHash } })
  return token
}

let addresses = 0
/** Of one address only so many requests are answered. */
const anotherAddress = () => `10.0.${addresses >> 8}.${addresses++ & 255}`

test('every type, field, argument and value of the API is described', () => {
  const bare: string[] = []
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || isSpecifiedScalarType(type)) continue
    if (!type.description && !['Query', 'Mutation', 'Subscription'].includes(type.name)) bare.push(type.name)
    if (isEnumType(type)) bare.push(...type.getValues().flatMap((one) => (one.description ? [] : `${type.name}.${one.name}`)))
    if (isObjectType(type) || isInputObjectType(type))
      for (const field of Object.values(type.getFields())) {
        if (!field.description) bare.push(`${type.name}.${field.name}`)
        if ('args' in field)
          bare.push(
            ...field.args.flatMap((arg: { name: string; description?: string | null }) =>
              arg.description ? [] : `${type.name}.${field.name}(${arg.name})`,
            ),
          )
      }
  }
  expect(bare).toEqual([])
})

/** What a number may be of, as descriptions say it. */
const UNIT =
  /\brupees\b|\bindex points\b|\bper ?cent\b|%|\bshares?\b|\b0 to 1\b|\bfraction\b|\blog return|\bstake of 1\b|\b(milli)?seconds\b|\bbytes\b|^Units\b/i
/** Numbers of nothing. */
const BARE = [
  ...['AgentAnalogue.correlation', 'AgentAnalysis.threshold', 'AgentEvidence.errors', 'AgentKey.brier', 'AgentKey.peak'],
  ...['AgentFeatures.placeInRange', 'Report.sharpe', 'Report.sortino', 'SlowStatement.calls', 'SweepParameterInput.values'],
  ...['RunBacktestInput.slippage'],
]

test('every amount says in its own words what it is in: rupees, index points, per cent', () => {
  const withoutUnit: string[] = []
  const look = (name: string, type: GraphQLType, description: string | null | undefined) => {
    if (getNamedType(type).name === 'Float' && !UNIT.test(description ?? '')) withoutUnit.push(name)
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInputObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      look(`${type.name}.${field.name}`, field.type, field.description)
      if ('args' in field)
        for (const arg of field.args as readonly GraphQLArgument[])
          look(`${type.name}.${field.name}(${arg.name})`, arg.type, arg.description)
    }
  }
  expect(withoutUnit.toSorted()).toEqual(BARE.toSorted())
})

test('what is deprecated says what to ask for instead', () => {
  const silent: string[] = []
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) || isInputObjectType(type))
      for (const { name, deprecationReason } of Object.values(type.getFields()))
        if (deprecationReason === '' || deprecationReason === DEFAULT_DEPRECATION_REASON) silent.push(`${type.name}.${name}`)
  expect(silent).toEqual([])
})

interface Refused {
  readonly message: string
  /** Where in the answer; the document itself is at fault where there is none. */
  readonly path?: unknown
  readonly extensions?: { readonly code?: string } | undefined
}
const faultsIn = ({ text }: ContractRequest, errors: readonly Refused[]) =>
  errors.flatMap(({ message, path, extensions }) =>
    path === undefined || OUR_FAULT.includes(extensions?.code) ? `${text}: ${extensions?.code ?? 'no code'}, ${message}` : [],
  )

/** Sends operations one after the other; what came of those that the gateway could not take. */
async function faultsOf(requests: readonly ContractRequest[], token: () => Promise<string>): Promise<string[]> {
  const faults: string[] = []
  for (const request of requests) {
    sent.push(...request.asks)
    const { body } = await app.graphql(request.text, { token: await token(), address: anotherAddress() })
    faults.push(...faultsIn(request, (body as { readonly errors?: readonly Refused[] }).errors ?? []))
  }
  return faults
}

/** `Type.field` of all that was requested. */
const sent: string[] = []

test('every field of every query can be asked within the limits, and none fails', async () => {
  const requests = contractRequests('query', schema.getQueryType()!)
  const token = await admin()
  expect(await faultsOf(requests, () => Promise.resolve(token))).toEqual([])
}, 240_000)

test('every field of every mutation is answered, or refused in words of its own', async () => {
  // Some end the session that asks.
  expect(await faultsOf(contractRequests('mutation', schema.getMutationType()!), admin)).toEqual([])
}, 480_000)

test('every field of every subscription can be subscribed to, or is refused in words of its own', async () => {
  const url = `${app.url.replace('http', 'ws')}/graphql`
  const client = createClient({ url, webSocketImpl: WebSocket, connectionParams: { token: await admin() }, retryAttempts: 0 })
  const faults: string[] = []
  try {
    for (const request of contractRequests('subscription', schema.getSubscriptionType()!)) {
      sent.push(...request.asks)
      const stop = client.subscribe(
        { query: request.text },
        {
          next: ({ errors = [] }) => faults.push(...faultsIn(request, errors)),
          error: (errors) =>
            faults.push(...(Array.isArray(errors) ? faultsIn(request, errors as Refused[]) : [`${request.text}: ${String(errors)}`])),
          complete: () => {},
        },
      )
      // The gateway takes subscriptions up in order, and answers this one at once.
      const prices = client.iterate({ query: 'subscription { prices(symbols: []) { symbol } }' })
      await prices.next()
      await prices.return?.()
      stop()
    }
  } finally {
    await client.dispose()
  }
  expect(faults).toEqual([])
}, 240_000)

test('these operations have asked for every field there is', () => {
  const asked = new Set(sent)
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !type.name.startsWith('__') ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`) : [],
  )
  expect(fields.filter((field) => !asked.has(field))).toEqual([])
})

test('every operation of the OpenAPI document says what it does, and answers as the document says', async () => {
  const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as AnswersDocument
  const operations = Object.entries(document.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ path, method })))
  expect(operations.length).toBeGreaterThan(100)
  for (const { path, method } of operations) {
    const operation = document.paths[path]?.[method]
    expect(Reflect.get(operation ?? {}, 'summary'), `${method} ${path}`).toEqual(expect.stringMatching(/\w{3}/))
    const target = path.replace(/^\/api/, '').replaceAll(/\{\w+\}/g, '01a20961-6965-7552-a510-bb211820d379')
    // What is documented is compared by the test gateway itself.
    await app.rest(method.toUpperCase() as 'GET', target, {
      ...{ token: await admin(), address: anotherAddress() },
      ...(method === 'get' ? {} : { body: {} }),
    })
  }
}, 240_000)

/** What clients do first. */
const SHOWN = [
  ...['POST /api/auth/signup', 'POST /api/auth/login', 'POST /api/auth/refresh', 'GET /api/account', 'PUT /api/account/limits'],
  ...['GET /api/trades', 'GET /api/trades/live', 'GET /api/trades/history', 'POST /api/trades/{id}/close'],
  ...['GET /api/notifications', 'GET /api/emergency-stop', 'POST /api/emergency-stop'],
]

test('the examples of the OpenAPI document are what it says', async () => {
  const { faults, shown } = judgeExamples((await (await fetch(`${app.url}/api/openapi.json`)).json()) as AnswersDocument)
  expect(faults).toEqual([])
  expect(SHOWN.filter((operation) => !shown.has(operation))).toEqual([])
})

test('the document says when to come back after too many requests, and of each list how it goes on', async () => {
  const { paths } = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as AnswersDocument
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const responses = operation.responses ?? {}
      for (const status of ['429', '503'])
        expect(responses[status]?.headers, `${method} ${path}, ${status}`).toHaveProperty('Retry-After.description')
      const parameters = (Reflect.get(operation, 'parameters') ?? []) as readonly { readonly name: string; readonly description?: string }[]
      const after = parameters.find(({ name }) => name === 'after')
      const goesOn = after?.description ?? JSON.stringify(responses['200']?.content)
      if (after) expect(goesOn, `${method} ${path}`).toMatch(/"next":|the last \w+ of the page before/)
    }
})
