import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { MINUTE } from '../../schema/time.ts'
import { AccessTokens } from './AccessTokens.ts'
import { SigningKeys } from './SigningKeys.ts'

const USER = '01940000-0000-7000-8000-000000000001'
const SESSION = '01940000-0000-7000-8000-000000000002'

let home: string
let tokens: AccessTokens
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sakha-tokens-'))
  tokens = new AccessTokens(await SigningKeys.load(home))
})
afterAll(() => rm(home, { recursive: true }))
afterEach(() => vi.useRealTimers())

test('a token that was accepted is accepted again until it expires, and not then', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T05:00:00Z'), toFake: ['Date'] })
  const token = await tokens.issue(USER, SESSION, Date.now())
  const claims = { userId: USER, sessionId: SESSION, expiresAt: Date.now() + 15 * MINUTE }
  expect(await tokens.verify(token)).toEqual({ ok: true, value: claims })
  vi.setSystemTime(claims.expiresAt - 1)
  expect(await tokens.verify(token)).toEqual({ ok: true, value: claims })
  vi.setSystemTime(claims.expiresAt)
  expect(await tokens.verify(token)).toMatchObject({ ok: false, error: { message: 'Your session has expired. Please sign in again.' } })
})

test('a token that differs in one character from one that was accepted is refused', async () => {
  const token = await tokens.issue(USER, SESSION, Date.now())
  expect((await tokens.verify(token)).ok).toBe(true)
  const at = token.lastIndexOf('.') + 1
  const forged = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
  expect(await tokens.verify(forged)).toMatchObject({ ok: false, error: { code: 'UNAUTHENTICATED' } })
})
