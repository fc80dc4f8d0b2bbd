import path from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('nothing set gives the documented ports and the data folder beside the program', () => {
  expect(readSettings({})).toEqual({
    port: 4000,
    host: '127.0.0.1',
    enginePort: 4100,
    sandboxPort: 4200,
    databasePort: 4300,
    databaseUrl: null,
    migrationUrl: null,
    home: path.resolve('.data'),
  })
})

// Linux and IANA give outgoing connections ports from here on: one of them may hold a server's port when it starts.
test('no port that is not set lies where outgoing connections have theirs', () => {
  const { port, enginePort, sandboxPort, databasePort } = readSettings({})
  expect(Math.max(port, enginePort, sandboxPort ?? 0, databasePort)).toBeLessThan(32_768)
})

test('all mistakes are told at once, each with its setting, and with its value where that is no secret', () => {
  const read = () => readSettings({ PORT: '70000', ENGINE_PORT: 'abc', DATABASE_URL: 'mysql://x:secret@y' })
  expect(read).toThrow(/PORT: must be a whole number, 1 to 65535, found "70000"/)
  expect(read).toThrow(/ENGINE_PORT: must be a whole number, 1 to 65535, found "abc"/)
  expect(read).toThrow(/DATABASE_URL: must be the address of a PostgreSQL database/)
  expect(read).not.toThrow(/secret/)
})

test('with a real broker there is no sandbox, and its port is free for others', () => {
  expect(readSettings({ BROKER: 'smartapi', PORT: '4200' })).toMatchObject({ port: 4200, sandboxPort: null })
})

test('an empty setting counts as not set', () => {
  expect(readSettings({ PORT: '' }).port).toBe(4000)
})

test('two settings with the same port are refused by name', () => {
  expect(() => readSettings({ PORT: '4100' })).toThrow(/ENGINE_PORT and PORT are both 4100/)
})

test('the role that migrates is the one that works unless it is named, and is never named alone', () => {
  const DATABASE_URL = 'postgresql://runs@y/z'
  expect(readSettings({ DATABASE_URL }).migrationUrl).toBe(DATABASE_URL)
  expect(readSettings({ DATABASE_URL, MIGRATION_URL: 'postgresql://owns@y/z' }).migrationUrl).toBe('postgresql://owns@y/z')
  expect(() => readSettings({ MIGRATION_URL: 'postgresql://owns@y/z' })).toThrow(/DATABASE_URL is not/)
})

test('the packaged database’s port is of no interest beside a DATABASE_URL', () => {
  expect(readSettings({ DATABASE_URL: 'postgresql://x@y/z', DATABASE_PORT: '4000' }).databaseUrl).toBe('postgresql://x@y/z')
})
