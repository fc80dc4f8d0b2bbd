import { getNamedType, isLeafType, type GraphQLFieldMap } from 'graphql'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addStrategyVersion } from '../../prisma/addStrategyVersion.ts'
import { openDatabase } from '../../prisma/client.ts'
import { pullKill } from '../../prisma/killSwitches.ts'
import { MINUTE } from '../../schema/time.ts'
import { readSchema } from '../testing/readSchema.ts'
import { insertStrategy, insertTrade } from '../testing/rows.ts'
import { eventually, startTestGateway, type RestOptions, type TestGateway } from '../testing/startTestGateway.ts'
import { SecondFactor } from '../topics/twoFactor/SecondFactor.ts'
import { digest } from './digest.ts'
import { endSessions } from './endSessions.ts'
import { issueOneTimeToken } from './oneTimeTokens.ts'
import { hashPassword } from './passwords.ts'
import { Sealer } from './Sealer.ts'
import { SealingKeys } from './SealingKeys.ts'
import { STEP_UPS, type Stage } from './testing/stepUps.ts'

const PASSWORD = 'correct horse'
const NEW_PASSWORD = 'tgbvfr and more'
const TELEGRAM = { token: '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc', chatId: '42' }

let app: TestGateway
let passwordHash: string
let factor: SecondFactor
beforeAll(async () => {
  app = await startTestGateway()
  passwordHash = await hashPassword(PASSWORD)
  factor = new SecondFactor(new Sealer(await SealingKeys.load(app.home)))
})
afterAll(() => app.close())
// Counted by address and minute, which is not under test here.
beforeEach(() => app.db.credentialAttempts.deleteMany())

interface Victim {
  readonly id: string
  readonly email: string
  /** Of a session whose owner proved to be there an hour ago. */
  readonly token: string
  readonly refreshToken: string
  /** A code of the authenticator, of the present step or of one beside it. */
  code(steps?: number): string
}
type Method = Parameters<TestGateway['rest']>[0]
interface Said {
  readonly status: number
  readonly body: { readonly code?: string; readonly fieldErrors?: object; readonly data: { token: string; challenge: string } }
}
const call = async (method: Method, path: string, options: RestOptions) => (await app.rest(method, path, options)) as unknown as Said
const changePassword = (token: string, code?: string) =>
  call('POST', '/auth/change-password', { body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, code }, token })
const reauthenticate = (token: string, code?: string) => call('POST', '/auth/reauthenticate', { body: { password: PASSWORD, code }, token })
const signIn = ({ email }: Victim, password = PASSWORD) => call('POST', '/auth/login', { body: { email, password } })
const CODE_WANTED = { status: 400, body: { fieldErrors: { code: 'The code of your authenticator is required' } } }
const WRONG_CODE = { status: 400, body: { fieldErrors: { code: 'The code is not correct, or it has been used' } } }

/** Somebody with two-factor sign-in, a stop in force and a webhook that is paused. */
async function victim(name: string): Promise<Victim> {
  const { id, token } = await app.user(name)
  const email = `${name.toLowerCase()}@example.com`
  const anHourAgo = new Date(Date.now() - 60 * MINUTE)
  const totp = await app.db.$transaction(async (tx) => {
    await tx.user.update({ where: { id }, data: { passwordHash, emailVerifiedAt: anHourAgo, twoFactorAt: anHourAgo } })
    await tx.session.update({ where: { id }, data: { authenticatedAt: anHourAgo, secondFactorAt: anHourAgo } })
    await tx.refreshToken.create({ data: { sessionId: id, tokenHash: digest(`refresh token of ${name}`) } })
    await tx.notificationSettings.create({
      data: { userId: id, webhookUrl: 'https://example.com/hook', sealedWebhookSecret: new Uint8Array(1), suspended: ['WEBHOOK'] },
    })
    await pullKill(tx, { scope: 'USER', scopeId: id, squareOff: false, reason: 'enough', by: id })
    return factor.enrol(tx, id, email)
  })
  const code = (steps = 0) => new TOTP({ secret: totp.secret }).generate({ timestamp: Date.now() + steps * 30_000 })
  return { id, email, token, refreshToken: `refresh token of ${name}`, code }
}

/** All that a thief of a session must not do. */
const DANGEROUS: readonly (readonly [Method, string, (victim: Victim) => object | undefined])[] = [
  ['DELETE', '/user/two-factor', () => undefined],
  ['POST', '/user/two-factor', () => undefined],
  ['POST', '/user/two-factor/recovery-codes', () => undefined],
  ['PUT', '/user/profile', () => ({ email: 'thief@example.com' })],
  ['POST', '/user/export', () => undefined],
  ['DELETE', '/user/profile', ({ email }) => ({ email })],
  ['PUT', '/account/limits', () => ({ maxOpenTrades: 50 })],
  ['DELETE', '/emergency-stop', () => ({ scope: 'USER' })],
  ['PUT', '/notifications/settings', () => ({ webhookUrl: 'https://thief.example.com/' })],
  ['PUT', '/notifications/settings', () => ({ telegramBot: TELEGRAM })],
  ['POST', '/notifications/resume', () => ({ channel: 'WEBHOOK' })],
]
const GRAPHQL = [
  'turnOffTwoFactor',
  'renewRecoveryCodes { codes }',
  'exportMyData',
  'liftStop(input: { scope: USER })',
  'updateProfile(input: { email: "thief@example.com" }) { id }',
  'updateNotificationSettings(input: { webhookUrl: "https://thief.example.com/" }) { webhookSecret }',
  'resumeNotificationChannel(channel: WEBHOOK) { suspended }',
  'connectBrokerWithPin(input: { clientCode: "THIEF1", pin: "1234", totpSecret: "JBSWY3DPEHPK3PXP", keep: true }) { isConnected }',
  'connectBroker { path }',
  'disconnectBroker { isConnected }',
]

/** What a thief with a session and the password may try first; each answers the access tokens the thief then holds. */
const WAYS: Readonly<Record<string, (victim: Victim) => Promise<readonly string[]>>> = {
  'the session as it is': async ({ token }) => [token],
  'a new password by the old one': async ({ token }) => {
    expect(await changePassword(token)).toMatchObject(CODE_WANTED)
    const query = 'mutation($input: ChangePasswordInput!) { changePassword(input: $input) { token } }'
    const input = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    expect((await app.graphql(query, { token, variables: { input } })).body).toMatchObject({ data: null })
    return [token]
  },
  'a new password with a wrong code': async ({ token }) => {
    expect(await changePassword(token, '000000')).toMatchObject(WRONG_CODE)
    return [token]
  },
  'a new password with the code its owner has just used': async (owner) => {
    const { body } = await signIn(owner)
    const code = owner.code()
    expect((await call('POST', '/auth/second-factor', { body: { challenge: body.data.challenge, code } })).status).toBe(200)
    expect(await changePassword(owner.token, code)).toMatchObject(WRONG_CODE)
    return [owner.token]
  },
  'the password confirmed': async ({ token }) => {
    expect(await reauthenticate(token)).toMatchObject(CODE_WANTED)
    expect(await reauthenticate(token, '000000')).toMatchObject(WRONG_CODE)
    return [token]
  },
  'a sign-in without its second step': async (owner) => {
    const { body } = await signIn(owner)
    expect(Object.keys(body.data)).toEqual(['challenge'])
    const { challenge } = body.data
    expect((await call('POST', '/auth/refresh', { body: { refreshToken: challenge } })).status).toBe(401)
    expect((await reauthenticate(owner.token, challenge)).status).toBe(400)
    return [owner.token, challenge]
  },
  'the session renewed': async ({ token, refreshToken }) => {
    const { body } = await call('POST', '/auth/refresh', { body: { refreshToken } })
    return [token, body.data.token]
  },
  'an account of the same address': async ({ email, token }) => {
    const signup = { name: 'Thief', email, password: PASSWORD, confirmPassword: PASSWORD }
    expect((await call('POST', '/auth/signup', { body: signup })).status).toBe(409)
    return [token]
  },
  'a link for a new password, and a sign-in': async (owner) => {
    const link = await app.db.$transaction((tx) => issueOneTimeToken(tx, 'RESET_PASSWORD', { userId: owner.id, email: owner.email }))
    expect((await call('POST', '/auth/reset-password', { body: { token: link, newPassword: NEW_PASSWORD } })).status).toBe(200)
    const { body } = await signIn(owner, NEW_PASSWORD)
    expect(Object.keys(body.data)).toEqual(['challenge'])
    return [owner.token, body.data.challenge]
  },
  'a session that was somehow begun by the password alone': async ({ id, token }) => {
    await app.db.session.update({ where: { id }, data: { authenticatedAt: new Date(), secondFactorAt: null } })
    return [token]
  },
}

/** What a reset by its mailbox's owner changes, and no thief gains by. */
const FREE_TO_CHANGE = { passwordHash: true, devicesFrom: true, updatedAt: true } as const

describe('item 18: with two-factor sign-in on, session and password alone come to nothing', () => {
  test.each(Object.entries(WAYS))('after %s', async (way, attempt) => {
    const owner = await victim(`Owner${Object.keys(WAYS).indexOf(way)}`)
    const before = await app.db.user.findUniqueOrThrow({ where: { id: owner.id }, omit: FREE_TO_CHANGE })
    const refused = {
      message: expect.any(String) as string,
      code: expect.stringMatching(/^(REAUTHENTICATION_REQUIRED|UNAUTHENTICATED)$/) as string,
    }
    for (const token of await attempt(owner)) {
      for (const [method, path, body] of DANGEROUS)
        expect((await app.rest(method, path, { body: body(owner), token })).body, `${method} ${path}`).toMatchObject(refused)
      for (const mutation of GRAPHQL) {
        const { body } = await app.graphql(`mutation { ${mutation} }`, { token })
        expect((body as { errors: { message: string; extensions: object }[] }).errors[0]?.extensions, mutation).toMatchObject({
          code: refused.code,
        })
      }
    }
    const after = await app.db.user.findUniqueOrThrow({ where: { id: owner.id }, omit: FREE_TO_CHANGE })
    expect(after).toEqual(before)
    expect(await app.db.killSwitch.count({ where: { scopeId: owner.id, liftedAt: null } })).toBe(1)
    const settings = await app.db.notificationSettings.findUniqueOrThrow({ where: { userId: owner.id } })
    expect(settings).toMatchObject({ webhookUrl: 'https://example.com/hook', telegramChatId: null })
    // A reset by its mailbox's owner pauses channels: it does not resume them.
    expect(settings.suspended).toEqual(['WEBHOOK'])
  })

  test('with a code the owner does all of it', async () => {
    const owner = await victim('Nila')
    expect((await reauthenticate(owner.token, owner.code())).status).toBe(200)
    expect((await call('DELETE', '/emergency-stop', { body: { scope: 'USER' }, token: owner.token })).status).toBe(200)
    expect((await call('DELETE', '/user/two-factor', { token: owner.token })).status).toBe(200)
  })
})

describe('every mutation of the API has its verdict', () => {
  const REFUSED = 'REAUTHENTICATION_REQUIRED'
  let mutations: GraphQLFieldMap<unknown, unknown>
  beforeAll(async () => void (mutations = (await readSchema(app)).getMutationType()!.getFields()))

  /** What a mutation answers to somebody with this session: null, or the code of its refusal. */
  async function codeOf(token: string, name: string, args: object): Promise<string | null> {
    const field = mutations[name]!
    const given = field.args.filter((arg) => arg.name in args)
    const declared = given.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')
    const passed = given.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
    const selected = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }'
    const query = `mutation${declared && `(${declared})`} { ${name}${passed && `(${passed})`}${selected} }`
    const { body } = await app.graphql(query, { token, variables: { ...args } as Record<string, unknown>, cookie: 'sakha_device=thief' })
    return (body as { errors?: readonly { readonly extensions: { readonly code: string } }[] }).errors?.[0]?.extensions.code ?? null
  }

  let stages = 0
  /** A stage of its own, and the token of its admin. */
  async function setStage(): Promise<Stage & { readonly token: string }> {
    const name = `Stage${++stages}`
    const admin = await app.user(name)
    const other = await app.user(`Other${stages}`)
    const anHourAgo = new Date(Date.now() - 60 * MINUTE)
    await app.db.user.update({ where: { id: admin.id }, data: { role: 'admin', twoFactorAt: anHourAgo, emailVerifiedAt: anHourAgo } })
    await app.db.session.update({ where: { id: admin.id }, data: { authenticatedAt: anHourAgo, secondFactorAt: anHourAgo } })
    const strategy = (of: string, changes: object = {}) =>
      insertStrategy(app.db, 'ema-crossover', {
        slug: `${of}-${stages}`,
        name: `${of} ${stages}`,
        lots: 2,
        instruments: ['NIFTY', 'SENSEX'],
        ...changes,
      })
    const subscription = async (of: string, lots: number, changes: object = {}) => {
      const strategyId = await strategy(of)
      const { rules, ...terms } = await app.db.strategyVersion.findFirstOrThrow({ where: { strategyId } })
      const { id } = await app.db.subscription.create({ data: { userId: admin.id, strategyId, ...changes } })
      await addStrategyVersion(app.db, strategyId, { ...terms, rules: rules!, lots }, { changes: [], createdBy: null })
      return id
    }
    const managed = async (of: string, on: boolean) => {
      const id = await strategy(of, { isPublic: on, isActive: on })
      const { newest, ...row } = await app.db.strategy.findUniqueOrThrow({ where: { id }, include: { newest: true } })
      const input = {
        ...{ name: row.name, description: row.description, type: row.type, category: row.category, isPublic: on, isActive: on },
        ...{ rules: newest.rules, timeWindow: { start: newest.windowStart, end: newest.windowEnd }, maxTrades: newest.maxTrades },
        ...{ riskPerTrade: Number(newest.riskPerTradePaise) / 100, stopLoss: newest.stopLossPercent, takeProfit: newest.takeProfitPercent },
        ...{ trailingStop: newest.trailingStopPercent, quantity: newest.lots, instruments: newest.instruments },
      }
      return { key: { id, updatedAt: row.updatedAt.toISOString() }, input }
    }
    const said = await app.db.announcement.create({
      data: {
        text: 'Closed on Friday',
        startsAt: anHourAgo,
        endsAt: new Date(Date.now() + 60 * MINUTE),
        audience: 'EVERYONE',
        by: admin.id,
      },
    })
    const legId = await insertTrade(app.db, { userId: admin.id, strategyId: await strategy('Held') })
    const { updatedAt } = await app.db.user.findUniqueOrThrow({ where: { id: other.id } })
    return {
      ...{ token: admin.token, email: `${name.toLowerCase()}@example.com`, other: { id: other.id, updatedAt: updatedAt.toISOString() } },
      ...{ shown: await managed('Shown', true), hidden: await managed('Hidden', false) },
      subscriptions: {
        looser: await subscription('Looser', 3),
        tighter: await subscription('Tighter', 1),
        paused: await subscription('Paused', 1, { isActive: false }),
        live: await subscription('Live', 1, { mode: 'LIVE' }),
      },
      legId,
      announcement: { id: said.id, updatedAt: said.updatedAt.toISOString() },
    }
  }

  test('none is missing, and none is of a mutation that there is not', () => {
    expect(Object.keys(STEP_UPS).toSorted()).toEqual(Object.keys(mutations).toSorted())
  })

  test.each(Object.entries(STEP_UPS).flatMap(([name, stepUp]) => ('never' in stepUp ? [] : [[name, stepUp] as const])))(
    '%s is refused without a recent password where it may do harm, and only there',
    async (name, stepUp) => {
      const stage = await setStage()
      const { token } = stage
      const harm = 'asks' in stepUp ? stepUp.asks : stepUp.loosens
      if (typeof harm === 'function') expect(await codeOf(token, name, harm(stage))).toBe(REFUSED)
      if ('tightens' in stepUp) expect(await codeOf(token, name, stepUp.tightens(stage))).toBeNull()
    },
  )
})

describe('a new password', () => {
  const proofOf = (userId: string) =>
    app.db.session.findFirstOrThrow({ where: { userId, endedAt: null }, select: { authenticatedAt: true, secondFactorAt: true } })

  test('with the code is taken, and its session is as old as the proof before it', async () => {
    const owner = await victim('Asha')
    const before = await proofOf(owner.id)
    const { status, body } = await changePassword(owner.token, owner.code())
    expect(status).toBe(200)
    expect(await proofOf(owner.id)).toEqual(before)
    expect(await call('DELETE', '/user/two-factor', { token: body.data.token })).toMatchObject({
      body: { code: 'REAUTHENTICATION_REQUIRED' },
    })
  })

  test('takes no second code within ten minutes of the last, and begins no ten minutes of its own', async () => {
    const owner = await victim('Ravi')
    const proof = { authenticatedAt: new Date(Date.now() - 9 * MINUTE), secondFactorAt: new Date(Date.now() - 8 * MINUTE) }
    await app.db.session.update({ where: { id: owner.id }, data: proof })
    expect((await changePassword(owner.token)).status).toBe(200)
    expect(await proofOf(owner.id)).toEqual(proof)
  })

  test('without two-factor sign-in begins no ten minutes of its own either', async () => {
    const owner = await victim('Meera')
    await app.db.user.update({ where: { id: owner.id }, data: { twoFactorAt: null } })
    const { body } = await changePassword(owner.token)
    expect(await call('POST', '/user/export', { token: body.data.token })).toMatchObject({ body: { code: 'REAUTHENTICATION_REQUIRED' } })
  })
})

describe('what the owner does at the same moment', () => {
  /** Runs `request` up to where it waits for the account, then lets the owner's change through. */
  async function meanwhile(owner: Victim, change: object, request: () => Promise<Said>): Promise<Said> {
    const other = openDatabase(app.databaseUrl, 'test', 1)
    const waiting = async () => {
      const [row] = await app.db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FOR NO KEY UPDATE%'`
      return row?.count
    }
    let answer: Promise<Said> | undefined
    await other.$transaction(
      async (tx) => {
        await tx.user.update({ where: { id: owner.id }, data: change })
        await endSessions(tx, { userId: owner.id }, 'PASSWORD_CHANGED')
        answer = request()
        await eventually(waiting).toBe(1)
      },
      { timeout: 60_000 },
    )
    await other.$disconnect()
    return answer!
  }

  test('counts: a sign-in by the password alone, while two-factor sign-in is turned on, is the first of two steps', async () => {
    const owner = await victim('Tara')
    await app.db.user.update({ where: { id: owner.id }, data: { twoFactorAt: null } })
    const { body } = await meanwhile(owner, { twoFactorAt: new Date() }, () => signIn(owner))
    expect(Object.keys(body.data)).toEqual(['challenge'])
  })

  test('counts: neither the old password nor a session just ended opens the account once more', async () => {
    const owner = await victim('Uma')
    await app.db.user.update({ where: { id: owner.id }, data: { twoFactorAt: null } })
    const newHash = { passwordHash: await hashPassword(NEW_PASSWORD) }
    expect((await meanwhile(owner, newHash, () => signIn(owner))).status).toBe(401)
    const change = { currentPassword: NEW_PASSWORD, newPassword: 'another one 42' }
    await app.db.session.update({ where: { id: owner.id }, data: { endedAt: null } })
    const changing = () => call('POST', '/auth/change-password', { body: change, token: owner.token })
    expect((await meanwhile(owner, { name: 'Uma Devi' }, changing)).status).toBe(401)
    expect(await app.db.session.count({ where: { userId: owner.id, endedAt: null } })).toBe(0)
  })
})
