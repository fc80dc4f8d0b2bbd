import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { expect } from 'vitest'
import type { Database } from '../../prisma/client.ts'
import { countDueJobs } from '../../prisma/jobs/testing/countDueJobs.ts'
import { createTestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { AccessTokens } from '../security/AccessTokens.ts'
import { SigningKeys } from '../security/SigningKeys.ts'
import { HOUR } from '../../schema/time.ts'
import type { GatewayConfig } from '../app/readConfig.ts'
import { startGateway, type Gateway } from '../app/startGateway.ts'
import { TOPICS } from '../app/topics.ts'
import { DocumentedAnswers, type AnswersDocument } from './DocumentedAnswers.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON, of which a test finds out what is in it, or the text of a file. */
  readonly body: unknown
}

export interface TestUser {
  readonly id: string
  readonly token: string
}

export interface RestOptions {
  readonly body?: unknown
  readonly token?: string
  /** The Idempotency-Key. */
  readonly key?: string
  /** What the client keeps of answers before. */
  readonly cookie?: string
  /** Where the request comes from; the gateway must trust one proxy. */
  readonly address?: string
}

export interface TestGateway {
  readonly gateway: Gateway
  readonly url: string
  readonly databaseUrl: string
  readonly db: Database
  /** For what the product may not do: see TestDatabase. */
  readonly owner: Database
  readonly ownerUrl: string
  readonly home: string
  /** Signs as the gateway does. */
  readonly tokens: AccessTokens
  /** A user made in the database, who has just signed in, with a code as well; the session has the user's id. */
  user(name: string): Promise<TestUser>
  /** An answer that the OpenAPI document does not have fails the test. */
  rest(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, options?: RestOptions): Promise<Answer>
  graphql(query: string, options?: { readonly variables?: Record<string, unknown> } & Omit<RestOptions, 'body'>): Promise<Answer>
  /** Resolves when what no answer waits for, mails among it, is done. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** The real gateway on a free port and a database of its own. For tests only. */
export async function startTestGateway(
  { webRoot = 'no-web', ...changes }: Partial<GatewayConfig> = {},
  composition = TOPICS,
  log = pino({ level: 'silent' }),
): Promise<TestGateway> {
  const { url: databaseUrl, db, owner, ownerUrl, drop } = await createTestDatabase()
  const home = await mkdtemp(path.join(tmpdir(), 'sakha-gateway-'))
  const config: GatewayConfig = {
    ...{ port: 0, host: '127.0.0.1', metricsPort: null, databaseUrl, home, webRoot: path.resolve(home, webRoot), engineStaleMs: 5_000 },
    ...{ publicUrl: 'https://sakha.test', smtpUrl: null, smtpPlaintext: false, mailFrom: 'Sakha <no-reply@sakha.test>' },
    // Nobody listens there.
    ...{ telegramApi: 'http://127.0.0.1:9', privateWebhooks: false, allowLive: 'NOBODY' },
    ...{ allowedOrigins: [], trustedProxies: 0, ...changes },
  }
  const gateway = await startGateway(config, log, composition)
  const tokens = new AccessTokens(await SigningKeys.load(home))

  let documented: Promise<DocumentedAnswers> | null = null
  const document = () =>
    (documented ??= fetch(`${gateway.url}/api/openapi.json`).then(
      async (answer) => new DocumentedAnswers((await answer.json()) as AnswersDocument),
    ))

  async function send(method: string, target: string, { body, token, key, cookie, address }: RestOptions): Promise<Answer> {
    const response = await fetch(gateway.url + target, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(address === undefined ? {} : { 'x-forwarded-for': address }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  return {
    gateway,
    url: gateway.url,
    databaseUrl,
    db,
    owner,
    ownerUrl,
    home,
    tokens,
    async user(name) {
      const { id } = await db.user.create({ data: { name, email: `${name.toLowerCase()}@example.com`, passwordHash: 'none' } })
      const expiresAt = new Date(Date.now() + HOUR)
      await db.session.create({ data: { id, userId: id, userAgent: '', address: '', expiresAt, secondFactorAt: new Date() } })
      return { id, token: await tokens.issue(id, id, Date.now()) }
    },
    async rest(method, target, options = {}) {
      const answer = await send(method, `/api${target}`, options)
      expect((await document()).faultOf(method, `/api${target}`, answer.status, answer.body)).toBeNull()
      return answer
    },
    graphql: (query, { variables, ...options } = {}) => send('POST', '/graphql', { ...options, body: { query, variables } }),
    async idle() {
      await gateway.idle()
      await eventually(() => countDueJobs(db)).toBe(0)
    },
    async close() {
      await gateway.close()
      await drop()
      await rm(home, { recursive: true })
    },
  }
}

/** Polls until the expectation holds, with a deadline a busy machine can keep. For tests only. */
export function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: 15_000, interval: 25 })
}
