import argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { attackGoesOn } from '../../testing/attackGoesOn.ts'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'

// The real functions, counted: only their work takes long enough to show in the timing of these answers.
const [hash, verify] = [vi.spyOn(argon2, 'hash'), vi.spyOn(argon2, 'verify')]

let app: TestGateway
beforeAll(async () => {
  app = await startTestGateway()
  const { id } = await app.user('Asha')
  await app.db.user.update({ where: { id }, data: { passwordHash: await argon2.hash('correct horse') } })
})
afterAll(async () => {
  hash.mockRestore()
  verify.mockRestore()
  await app.close()
})

const KNOWN = 'asha@example.com'
const UNKNOWN = 'nobody@example.com'

interface Asked {
  readonly status: number
  readonly hashed: number
  readonly verified: number
}
async function ask(route: string, body: object): Promise<Asked> {
  const [hashed, verified] = [hash.mock.calls.length, verify.mock.calls.length]
  const { status } = await app.rest('POST', `/auth/${route}`, { body })
  return { status, hashed: hash.mock.calls.length - hashed, verified: verify.mock.calls.length - verified }
}

test('item 8: a sign-in checks one password, whether or not there is an account', async () => {
  // The first one waits for the decoy of accounts that are not there.
  await ask('login', { email: UNKNOWN, password: 'wrong' })
  for (let i = 0; i < 3; i++) {
    for (const email of [KNOWN, UNKNOWN])
      expect(await ask('login', { email, password: `wrong ${i}` }), email).toEqual({ status: 401, hashed: 0, verified: 1 })
  }
})

test('item 8: beyond the free attempts neither is looked at', async () => {
  for (const email of [KNOWN, UNKNOWN]) {
    for (let i = 0; i < 5; i++) await ask('login', { email, password: 'wrong' })
    await attackGoesOn(app.db)
    expect(await ask('login', { email, password: 'wrong' }), email).toEqual({ status: 429, hashed: 0, verified: 0 })
  }
})

test('item 8: a forgotten password and a link sent again hash nothing', async () => {
  for (const route of ['forgot-password', 'resend-verification'])
    for (const email of [KNOWN, UNKNOWN]) expect(await ask(route, { email }), email).toEqual({ status: 200, hashed: 0, verified: 0 })
})

test('item 8: a sign-up hashes its password, whether or not the address is free', async () => {
  for (const [email, status] of [
    [KNOWN, 409],
    ['ravi@example.com', 201],
  ] as const) {
    const account = { name: 'Ravi', email, password: 'correct horse', confirmPassword: 'correct horse' }
    expect(await ask('signup', account), email).toEqual({ status, hashed: 1, verified: 0 })
  }
})
