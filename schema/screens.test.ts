import { expect, test } from 'vitest'
import { isScreen } from './screens.ts'

test.each([
  ['/', true],
  ['/history', true],
  ['/history/', true],
  ['/strategies/0198c1de-7b1a-7000-8000-000000000000/edit', true],
  ['/history/.env', false],
  ['/strategies/backup.zip', false],
  ['/historyx', false],
  ['/admin', true],
  ['/compliance', true],
  ['/admin/market', true],
  ['/admin/strategies', true],
  ['/admin/stop', true],
  ['/admin/system', true],
  ['/admin/announcements', true],
  ['/admin/users', true],
  ['/admin/user', false],
  ['//history', false],
])('%s: a screen is %s', (path, is) => {
  expect(isScreen(path)).toBe(is)
})
