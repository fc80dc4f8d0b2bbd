import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { REAL_QUARTER_TEXT } from './realQuarter.ts'

it('the README tells of the real quarter in the words of the page', () => {
  expect(readFileSync('README.md', 'utf8')).toContain(REAL_QUARTER_TEXT)
})
