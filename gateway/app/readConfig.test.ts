import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './readConfig.ts'

const DATABASE_URL = 'postgresql://sakha@127.0.0.1:5432/sakha'

test('a database is all that must be named', () => {
  expect(readConfig({ DATABASE_URL })).toEqual({
    port: 4000,
    host: '127.0.0.1',
    metricsPort: null,
    metricsHost: '127.0.0.1',
    databaseUrl: DATABASE_URL,
    home: path.resolve('.data'),
    webRoot: path.resolve('dist/web'),
    engineStaleMs: 5_000,
    publicUrl: 'http://127.0.0.1:4000',
    smtpUrl: null,
    smtpPlaintext: false,
    mailFrom: 'Sakha <no-reply@localhost>',
    telegramApi: 'https://api.telegram.org',
    privateWebhooks: false,
    allowLive: 'NOBODY',
    allowedOrigins: [],
    tracesTo: null,
    trustedProxies: 0,
  })
})

test('every mistake is listed at once, by its name', () => {
  expect(() => readConfig({ PORT: '70000', ENGINE_STALE_MS: 'soon' })).toThrow(
    /PORT: [\s\S]*DATABASE_URL: is not set[\s\S]*ENGINE_STALE_MS: must be a whole number, 100 to 600000, found "soon"/,
  )
})

test('who may trade live is said in the words of the broker', () => {
  expect(readConfig({ DATABASE_URL, ALLOW_LIVE: 'yes' })).toMatchObject({ allowLive: 'EVERYBODY' })
  const owner = { BROKER: 'smartapi', ALLOW_LIVE: 'asha@example.com' }
  expect(readConfig({ DATABASE_URL, ...owner })).toMatchObject({ allowLive: { email: 'asha@example.com' } })
  expect(() => readConfig({ DATABASE_URL, BROKER: 'smartapi', ALLOW_LIVE: 'yes' })).toThrow(/ALLOW_LIVE: .*one account.*found "yes"/)
})
