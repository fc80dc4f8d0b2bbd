import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  getNamedType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql'
import { createClient } from 'graphql-ws'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { readSchema } from '../testing/readSchema.ts'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.ts'

/** How the schema marks what is for admins. */
const MARK = /; for admins\b/
type Caller = 'nobody' | 'user' | 'admin' | 'adminWithCode'
interface Refusal {
  readonly code?: string | undefined
  readonly message?: string
}

const REFUSED = {
  nobody: { code: 'UNAUTHENTICATED' },
  user: { code: 'FORBIDDEN', message: 'Only admins may do this.' },
  admin: { code: 'FORBIDDEN', message: expect.stringContaining('Turn it on in your profile at /profile.') as string },
} as const

let app: TestGateway
let tokens: Readonly<Record<Caller, string | null>>
beforeAll(async () => {
  app = await startTestGateway()
  const [user, admin, adminWithCode] = await Promise.all(['Asha', 'Ravi', 'Meera'].map((name) => app.user(name)))
  tokens = { nobody: null, user: user!.token, admin: admin!.token, adminWithCode: adminWithCode!.token }
  await app.db.user.update({ where: { id: admin!.id }, data: { role: 'admin' } })
  await app.db.user.update({ where: { id: adminWithCode!.id }, data: { role: 'admin', twoFactorAt: new Date() } })
})
afterAll(() => app.close())

/** Asks as each of the four: all but the last are refused, each in the same words. */
async function expectForAdmins(operation: string, ask: (token: string | null) => Promise<Refusal>): Promise<void> {
  for (const role of ['nobody', 'user', 'admin'] as const)
    expect(await ask(tokens[role]), `${operation} as ${role}`).toMatchObject(REFUSED[role])
  const { code } = await ask(tokens.adminWithCode)
  expect(code ?? '', `${operation} as an admin with a second factor`).not.toMatch(/^(UNAUTHENTICATED|FORBIDDEN|INTERNAL_SERVER_ERROR)$/)
}

test('item 21: every operation that the schema marks for admins is theirs, with a second factor, over HTTP and by socket', async () => {
  const schema = await readSchema(app)
  const marked = (type: { getFields(): Record<string, GraphQLField<unknown, unknown>> } | null | undefined) =>
    Object.values(type?.getFields() ?? {}).filter(({ description }) => MARK.test(description ?? ''))
  const operations = (['query', 'mutation', 'subscription'] as const).flatMap((kind) => {
    const root = { query: schema.getQueryType(), mutation: schema.getMutationType(), subscription: schema.getSubscriptionType() }[kind]
    return marked(root).map((field) => ({ kind, name: field.name, text: `${kind} { ${callOf(field)} }` }))
  })
  const kinds = new Set(operations.map(({ kind }) => kind))
  expect([...kinds]).toEqual(['query', 'mutation', 'subscription'])
  expect(operations.length).toBeGreaterThan(20)
  // At once: some of them wait for an engine, which there is none.
  await Promise.all(
    operations.map(({ kind, name, text }) =>
      expectForAdmins(name, (token) => (kind === 'subscription' ? askSocket(text, token) : askGraphql(text, token))),
    ),
  )
})

test.each([
  'emergencyStop(input: { scope: GLOBAL, squareOff: false, confirm: "STOP" }) { __typename }',
  'liftStop(input: { scope: GLOBAL })',
])('item 21: %s, of everyone, is for admins', (call) => expectForAdmins(call, (token) => askGraphql(`mutation { ${call} }`, token)))

test('item 21: every route below /api/admin is for admins with a second factor, and so is an emergency stop of everyone', async () => {
  const { paths } = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: Record<string, Record<string, Operation>> }
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith('/api/admin/') ? Object.entries(methods).map(([method, operation]) => ({ method, path, body: bodyOf(operation) })) : [],
  )
  expect(routes.length).toBeGreaterThan(20)
  const stops = [
    { method: 'post', path: '/api/emergency-stop', body: { scope: 'GLOBAL', squareOff: false, confirm: 'STOP' } },
    { method: 'delete', path: '/api/emergency-stop', body: { scope: 'GLOBAL' } },
  ]
  for (const { method, path, body } of [...routes, ...stops])
    await expectForAdmins(`${method} ${path}`, async (token) => {
      const response = await fetch(app.url + path.replaceAll(/\{\w+\}/g, randomUUID()), {
        method: method.toUpperCase(),
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return (await response.json()) as Refusal
    })
})

async function askGraphql(text: string, token: string | null): Promise<Refusal> {
  const { body } = await app.graphql(text, token === null ? {} : { token })
  return refusalIn(body)
}

/** What comes first of a subscription: nothing, when it is let in, as nothing happens meanwhile. */
async function askSocket(text: string, token: string | null): Promise<Refusal> {
  const client = createClient({
    url: `${app.url.replace('http', 'ws')}/graphql`,
    ...{ webSocketImpl: WebSocket, connectionParams: token === null ? {} : { token }, retryAttempts: 0 },
  })
  try {
    return await new Promise<Refusal>((resolve) => {
      client.subscribe(
        { query: text },
        { next: (result) => resolve(refusalIn(result)), error: (errors) => resolve(refusalOf(errors)), complete: () => resolve({}) },
      )
      // The answer to a message after it comes after what refuses it.
      if (token === tokens.adminWithCode)
        client.subscribe({ query: '{ me { id } }' }, { next: () => resolve({}), error: () => resolve({}), complete: () => undefined })
    })
  } finally {
    await client.dispose()
  }
}

function refusalIn(answer: unknown): Refusal {
  return refusalOf((answer as { errors?: unknown }).errors ?? [])
}

/** Of a socket that was never let in there are no errors, but a code of its closing. */
function refusalOf(errors: unknown): Refusal {
  if (!Array.isArray(errors)) return { code: 'UNAUTHENTICATED' }
  const [error] = errors as { message: string; extensions?: { code?: string } }[]
  return error ? { code: error.extensions?.code, message: error.message } : {}
}

/** A call with just the arguments that it must have, of nothing that there is. */
function callOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const given = args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${literalOf(arg.type)}`)
  return `${name}${given.length === 0 ? '' : `(${given.join(', ')})`}${isObjectType(getNamedType(type)) ? ' { __typename }' : ''}`
}

function literalOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literalOf(type.ofType)
  if (isListType(type)) return `[${literalOf(type.ofType)}]`
  if (isEnumType(type)) return type.getValues()[0]?.name ?? ''
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField)
    return `{ ${fields.map((field) => `${field.name}: ${literalOf(field.type)}`).join(', ')} }`
  }
  if (type.name === 'Boolean') return 'false'
  if (type.name === 'Int' || type.name === 'Float') return '1'
  if (type.name === 'JSONObject') return '{}'
  return type.name === 'ID' ? JSON.stringify(randomUUID()) : JSON.stringify('2026-11-20T05:00:00Z')
}

interface Operation {
  readonly requestBody?: object
}

/** A refusal comes before the body is looked at: an empty one will do. */
const bodyOf = ({ requestBody }: Operation) => (requestBody ? {} : null)
