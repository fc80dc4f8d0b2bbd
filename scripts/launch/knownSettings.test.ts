import { expect, test } from 'vitest'
import { misspeltSettings } from './knownSettings.ts'

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SMART_API_KEY', 'SMARTAPI_API_KEY'],
  ['sandbox_seed', 'SANDBOX_SEED'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['ALLOWLIVE', 'ALLOW_LIVE'],
])('%s is told with the setting that was meant', (written, meant) => {
  expect(misspeltSettings({ [written]: 'x' })).toEqual([`${written} is no setting: ${meant} was probably meant`])
})

test('what other programs have in the environment is no misspelling, nor is a setting beside its own name', () => {
  const others = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'USER',
    'SHELL',
    'TERM',
    'BROWSER',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'npm_config_user_agent',
    'LANG',
    'PWD',
  ]
  expect(misspeltSettings({ ...Object.fromEntries(others.map((name) => [name, 'x'])), PORTS: '1', PORT: '4000' })).toEqual([])
})
