import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserStorage } from './browserStorage.ts'
import { isAttended, watchAttendance } from './session/attendance.ts'
import { tokenStorage } from './session/tokenStorage.ts'
import { enterSession, leaveSession, useAuthStore } from './session/useAuthStore.ts'
import { toggleAmounts, useDisplaySettings } from './useDisplaySettings.ts'
import { usePageTroubles } from './usePageTroubles.ts'

const denied = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
const full = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

afterEach(() => {
  vi.restoreAllMocks()
  for (const key of ['auth_token', 'refresh_token', 'auth-storage', 'display-storage', 'last-active', 'k']) browserStorage.removeItem(key)
  usePageTroubles.setState(usePageTroubles.getInitialState(), true)
})

const user = { id: 'u1', name: 'Asha', email: 'asha@example.com', role: 'user', tradingIndex: 'NIFTY' } as const

describe.each<readonly [storage: string, spoil: () => void]>([
  ['throws when it is named', () => vi.spyOn(window, 'localStorage', 'get').mockImplementation(denied)],
  ['is null', () => vi.spyOn(window, 'localStorage', 'get').mockReturnValue(null as unknown as Storage)],
  [
    'throws whatever is asked of it',
    () => {
      for (const call of ['getItem', 'setItem', 'removeItem'] as const) vi.spyOn(Storage.prototype, call).mockImplementation(denied)
    },
  ],
  ['is full', () => vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)],
])('with a storage that %s', (_storage, spoil) => {
  it('a visit signs in, is renewed and signs out, its settings change, and it is told once', () => {
    localStorage.setItem('refresh_token', 'used up')
    spoil()
    const stop = watchAttendance()
    enterSession({ user, token: 't1', refreshToken: 'r1' })
    expect([tokenStorage.access(), tokenStorage.refresh(), useAuthStore.getState().isAuthenticated]).toEqual(['t1', 'r1', true])
    tokenStorage.store({ token: 't2', refreshToken: null })
    expect([tokenStorage.access(), tokenStorage.refresh(), isAttended()]).toEqual(['t2', 'r1', true])
    const before = useDisplaySettings.getState().hideAmounts
    toggleAmounts()
    expect(useDisplaySettings.getState().hideAmounts).toBe(!before)
    leaveSession()
    expect([tokenStorage.access(), tokenStorage.refresh()]).toEqual([null, null])
    toggleAmounts()
    expect(usePageTroubles.getState()).toEqual({ unstored: true, changed: false })
    stop()
  })
})

it('what a full storage did not take replaces what it held, also after a reload, and is kept once there is room', () => {
  browserStorage.setItem('k', 'older')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(full)
  browserStorage.setItem('k', 'newer')
  expect([browserStorage.getItem('k'), localStorage.getItem('k')]).toEqual(['newer', null])
  browserStorage.setItem('k', 'newest')
  expect([browserStorage.getItem('k'), localStorage.getItem('k')]).toEqual(['newest', 'newest'])
})

it('a storage that works is used, and nothing is told', () => {
  browserStorage.setItem('k', 'v')
  expect([localStorage.getItem('k'), browserStorage.getItem('k'), browserStorage.getItem('none')]).toEqual(['v', 'v', null])
  expect(usePageTroubles.getState().unstored).toBe(false)
})

it('no other file of the web names the storage, and no store is kept in another way', () => {
  const web = path.resolve(import.meta.dirname, '..')
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^e2e\/|^testSetup|\/testing\//.test(name),
  )
  const texts = files.map((name) => [name, readFileSync(path.join(web, name), 'utf8')] as const)
  // The page's first scripts read in a try of their own; screenPreloads.ts writes one of them.
  expect(texts.flatMap(([name, text]) => (/\b(local|session)Storage\b/.test(text) ? [name] : [])).toSorted()).toEqual([
    path.join('lib', 'browserStorage.ts'),
    'screenPreloads.ts',
  ])
  for (const [name, text] of texts.filter(([, text]) => text.includes('persist(')))
    expect([name, text.includes('storage: createJSONStorage(() => browserStorage)')]).toEqual([name, true])
})
