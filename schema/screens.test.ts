import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isScreen, SCREENS } from './screens.ts'

test('the screens are those of the web’s router', () => {
  const router = readFileSync(new URL('../web/app/router.tsx', import.meta.url), 'utf8')
  const paths = [...router.matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path)
  expect([...SCREENS].sort()).toEqual(paths.sort())
})

test.each([
  ['/', true],
  ['/history', true],
  ['/history/', true],
  ['/strategies/0198c1de-7b1a-7000-8000-000000000000/edit', true],
  ['/history/.env', false],
  ['/strategies/backup.zip', false],
  ['/historyx', false],
  ['/admin', false],
  ['//history', false],
])('%s: a screen is %s', (path, is) => {
  expect(isScreen(path)).toBe(is)
})
