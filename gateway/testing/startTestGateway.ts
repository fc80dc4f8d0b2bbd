import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { expect } from 'vitest'
import { publish } from '../../prisma/bus/publish.ts'
import type { Database } from '../../prisma/client.ts'
import { countDueJobs } from '../../prisma/jobs/testing/countDueJobs.ts'
import { createTestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { AccessTokens } from '../security/AccessTokens.ts'
import { SigningKeys } from '../security/SigningKeys.ts'
import type { LastingEvent } from '../../schema/events/SakhaEvent.ts'
import { HOUR, SECOND } from '../../schema/time.ts'
import type { GatewayConfig } from '../app/readConfig.ts'
import { startGateway, type Gateway } from '../app/startGateway.ts'
import { TOPICS } from '../app/topics.ts'
import { defineTopic } from '../kit/Topic.ts'
import { DocumentedAnswers, type AnswersDocument } from './DocumentedAnswers.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON, which a test inspects, or the text of a file. */
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
  /**
   * A user made in the database, who has just signed in, with a code as well; the session has the user's id, and the address is
   * `name@example.com`, with a number when a second attempt of the test makes the user again.
   */
  user(name: string): Promise<TestUser>
  /** An answer that the OpenAPI document does not have fails the test. */
  rest(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, options?: RestOptions): Promise<Answer>
  graphql(query: string, options?: { readonly variables?: Record<string, unknown> } & Omit<RestOptions, 'body'>): Promise<Answer>
  /** Resolves when what no answer waits for, mails among it, is done. */
  idle(): Promise<void>
  /** Publishes events, and resolves when the gateway has heard them and what it does at them is done. */
  tell(...events: readonly LastingEvent[]): Promise<void>
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
    ...{
      port: 0,
      host: '127.0.0.1',
      metricsPort: null,
      metricsHost: '127.0.0.1',
      databaseUrl,
      home,
      webRoot: path.resolve(home, webRoot),
      engineStaleMs: 5_000,
    },
    ...{ publicUrl: 'https://sakha.test', smtpUrl: null, smtpPlaintext: false, mailFrom: 'Sakha <no-reply@sakha.test>' },
    // Nobody listens there.
    ...{ telegramApi: 'http://127.0.0.1:9', privateWebhooks: false, allowLive: 'NOBODY' },
    ...{ allowedOrigins: [], trustedProxies: 0, tracesTo: null, ...changes },
  }
  // Events are heard in their order, and by this topic last.
  const marks = new Map<string, () => void>()
  const marksTopic = defineTopic({
    services: () => ({}),
    run: () => ({ hears: { 'account.changed': ({ userId }) => marks.get(userId)?.() } }),
  })
  const gateway = await startGateway(config, log, composition.with(marksTopic))
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
      const again = await db.user.count({ where: { name } })
      const email = `${name.toLowerCase()}${again > 0 ? again : ''}@example.com`
      const { id } = await db.user.create({ data: { name, email, passwordHash: 'none' } })
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
    async tell(...events) {
      const mark = randomUUID()
      const heard = new Promise<void>((resolve) => marks.set(mark, resolve))
      await publish(db, ...events, { type: 'account.changed', userId: mark })
      await heard
      await gateway.idle()
    },
    async close() {
      await gateway.close()
      await drop()
      await rm(home, { recursive: true })
    },
  }
}

/** A wait that polled a gateway at once and for ever would use up the requests that an address has, and those of the tests after it. */
const POLLS_OFTEN_MS = 1 * SECOND
const SELDOM_MS = 500

/** Polls until the expectation holds, with a deadline a busy machine can keep: often at first, then twice a second. For tests only. */
export function eventually<T>(read: () => T | Promise<T>) {
  const begun = performance.now()
  const poll = async (): Promise<T> => {
    if (performance.now() - begun > POLLS_OFTEN_MS) await delay(SELDOM_MS)
    return read()
  }
  return expect.poll(poll, { timeout: 30 * SECOND, interval: 25 })
}
