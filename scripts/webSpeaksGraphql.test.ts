import { ESLint } from 'eslint'
import { beforeAll, expect, test } from 'vitest'

/** The rules of this repository that need no types. */
const eslint = new ESLint({
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  ruleFilter: ({ ruleId }) => ruleId.startsWith('no-restricted-'),
})

/** The rules that code in a file of this name would break. */
async function broken(code: string, filePath: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath })
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message)
}

const SCREEN = 'web/screens/DashboardScreen.tsx'
const SYNTAX = ['no-restricted-syntax']

// Reading the rules themselves takes seconds.
beforeAll(() => broken('', SCREEN), 60_000)

test.each([
  "export const path = '/api'",
  "export const path = '/api/user/profile'",
  "export const path = '**/api/auth/login'",
  "export const path = 'api/trades'",
  'export const path = (id: string) => `/api/trades/${id}`',
  'export const path = (base: string) => `${base}/api?x`',
  "export { callApi } from '/api/callApi.ts'",
  "export const proxy = { '/api': {} }",
])('the paths of other clients are refused in the web: %s', async (code) => {
  expect(await broken(code, SCREEN)).toEqual(SYNTAX)
  expect(await broken(code, 'web/e2e/openScreens.ts')).toEqual(SYNTAX)
  expect(await broken(code, 'web/vite.config.ts')).toEqual(SYNTAX)
  expect(await broken(code, 'gateway/main.ts')).toEqual([])
})

test.each([
  ["void fetch('/trades')", 'no-restricted-globals'],
  ["void window.fetch('/trades')", 'no-restricted-properties'],
  ["void globalThis.fetch('/trades')", 'no-restricted-properties'],
  ['export const request = new XMLHttpRequest()', 'no-restricted-globals'],
  ["navigator.sendBeacon('/trades')", 'no-restricted-properties'],
])('requests of its own are refused in the web: %s', async (code, rule) => {
  expect(await broken(code, SCREEN)).toEqual([rule])
  expect(await broken(code, 'web/lib/session/askGateway.ts')).toEqual([])
})

test('words that only look like such a path are none', async () => {
  expect(await broken("export const words = ['/apiary', 'rapid/fire', '/graphql', 'an API', '/docs']", SCREEN)).toEqual([])
})

test('the web keeps the rules that hold everywhere', async () => {
  expect(await broken('export enum Side { LONG }', SCREEN)).toEqual(SYNTAX)
})
