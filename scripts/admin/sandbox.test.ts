import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Accounts } from '../../engine/sandbox/accounts/Accounts.ts'
import { sandboxCommand } from './sandbox.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'sandbox-command-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('sandbox accounts', () => {
  it('prints a line for the installation’s own account and one for each person', () => {
    const { admin, users } = Accounts.load(home, 2)
    const lines = sandboxCommand({ SAKHA_HOME: home, SANDBOX_ACCOUNTS: '2' }, ['accounts']).split('\n')
    const [, , ...rows] = lines
    expect(rows).toHaveLength(3)
    for (const [position, { clientCode, pin, totpSecret }] of [admin, ...users].entries())
      expect(rows[position]).toMatch(new RegExp(`^${clientCode} +.+ ${pin} +\\d{6} +${totpSecret}`))
  })

  it('makes none where the sandbox never ran', () => {
    expect(() => sandboxCommand({ SAKHA_HOME: home }, ['accounts'])).toThrow(/no accounts/)
  })
})
