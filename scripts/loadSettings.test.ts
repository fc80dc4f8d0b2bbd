import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSettings } from './loadSettings.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sakha-env-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const TEXT = 'PORT=5000\r\n# a note\r\nMAIL_FROM="Sakha <a@b.example>"\r\n'

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark, as editors of Windows write it', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16, as PowerShell writes it', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
])('settings are read from a file in %s, and what is set already stays', (_what, bytes) => {
  writeFileSync(path.join(folder, '.env'), bytes)
  const environment = { PORT: undefined, MAIL_FROM: 'me@b.example' }
  loadSettings(path.join(folder, '.env'), environment)
  expect(environment).toEqual({ PORT: '5000', MAIL_FROM: 'me@b.example' })
})

test('without a file nothing is set', () => {
  const environment = {}
  loadSettings(path.join(folder, '.env'), environment)
  expect(environment).toEqual({})
})
