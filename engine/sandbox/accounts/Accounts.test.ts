import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Accounts } from './Accounts.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sandbox-accounts-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('the sandbox’s accounts', () => {
  it('are made at the first start, in files that their owner alone can read', () => {
    const accounts = Accounts.load(home, 3)
    expect(new Set([accounts.admin, ...accounts.users].map(({ clientCode }) => clientCode)).size).toBe(4)
    expect(accounts.users.every(({ apiKey }) => apiKey === accounts.apiKey)).toBe(true)
    for (const file of ['sandbox-account.json', 'sandbox-accounts.json']) expect(statSync(join(home, file)).mode & 0o777).toBe(0o600)
  })

  it('stay the same at the next start, when more are wanted and when fewer are', () => {
    const three = Accounts.load(home, 3)
    const five = Accounts.load(home, 5)
    expect(five.users.slice(0, 3)).toEqual(three.users)
    expect(Accounts.load(home, 2).users).toEqual(three.users.slice(0, 2))
    expect(Accounts.load(home, 5)).toEqual(five)
  })

  it('do not lose the installation’s own account of an earlier version', () => {
    const { admin } = Accounts.load(home, 0)
    expect(Accounts.load(home, 5).admin).toEqual(admin)
  })

  it('are found by their client code', () => {
    const accounts = Accounts.load(home, 2)
    for (const account of [accounts.admin, ...accounts.users]) expect(accounts.named(account.clientCode)).toEqual(account)
    expect(accounts.named('nobody')).toBeNull()
  })

  it('are not made anew over a damaged file, which is named', () => {
    Accounts.load(home, 1)
    const file = join(home, 'sandbox-accounts.json')
    writeFileSync(file, '[{"clientCode":')
    expect(() => Accounts.load(home, 1)).toThrow(/sandbox-accounts\.json is damaged/)
    expect(readFileSync(file, 'utf8')).toBe('[{"clientCode":')
  })
})
