import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { generateKeyPairSync } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findSecrets } from './findSecrets.ts'
import { secretsInHistory, secretsInTree } from './scanRepository.ts'

/** Put together here, so that this file holds none. */
const planted: readonly (readonly [kind: string, text: string])[] = [
  ['private key', generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string],
  ['private key', `-----BEGIN ${'OPENSSH'} PRIVATE KEY-----`],
  ['AWS key', `aws: ${'AKIA'}IOSFODNN7EXAMPLE`],
  ['GitHub token', `${'ghp_'}${'a1B2'.repeat(9)}`],
  ['npm token', `//registry/:_authToken=${'npm_'}${'a1B2'.repeat(9)}`],
  ['Telegram bot token', `bot${'987654321'}:AA${'x9_'.repeat(11)}`],
  ['signed token', `${'eyJ'}hbGciOiJIUzI1NiJ9x.${'eyJ'}zdWIiOiIxMjM0NTY3ODkwIn0.${'s'.repeat(43)}`],
  ['secret in a setting', `JWT_SECRET = "${'9fK2xQ7mP4'}${'vL8wZ1cR6t'}"`],
  ['secret in a setting', `{ "password": "${'hT5nB3yU0j'}${'G7dE2sA9oX'}" }`],
  ['password in an address', `postgresql://sakha:${'hT5nB3yU0j'}${'G7dE2sA9oX'}@db.example.com/sakha`],
]

describe('item 51: a secret in the sources', () => {
  it.each(planted)('is found: %s', (kind, text) => {
    expect(findSecrets(`first line\n${text}`)).toContainEqual({ line: 2, kind })
  })

  it.each([
    `password: 'only-for-this-test-run'`,
    'smtps://user:password@host:465',
    `const PASSWORD = 'correct horse battery staple'`,
    `token: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1'`,
    `headers: { authorization: \`Bearer \${token}\` }`,
  ])('is not seen in %s', (text) => {
    expect(findSecrets(text)).toEqual([])
  })

  it('is in no file of this repository', () => {
    expect(secretsInTree()).toEqual([])
  })

  it('is found where it was taken out again, with its commit and file', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sakha-history-'))
    const before = process.cwd()
    const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { encoding: 'utf8' })
    try {
      process.chdir(folder)
      git('init', '-q')
      for (const text of [`key = ${planted[2]?.[1]}`, 'nothing']) {
        writeFileSync('settings.txt', text)
        git('add', '.')
        git('commit', '-qm', 'settings')
      }
      expect(secretsInTree()).toEqual([])
      expect(secretsInHistory()).toEqual([expect.stringMatching(/^commit [0-9a-f]{7,}, settings.txt: AWS key$/)])
    } finally {
      process.chdir(before)
      rmSync(folder, { recursive: true })
    }
  })
})
