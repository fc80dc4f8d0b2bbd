import { expect, test } from 'vitest'
import { findSecrets } from '../../../scripts/secrets/findSecrets.ts'
import { isPersonalToken, isTokenText, makeTokenText } from './tokenText.ts'

test('item 10: no two tokens are alike, each has its prefix and its check letters, and one changed letter is found', () => {
  const tokens = Array.from({ length: 1_000 }, makeTokenText)
  expect(new Set(tokens).size).toBe(1_000)
  for (const token of tokens) {
    expect(token).toMatch(/^sakha_pat_[0-9A-Za-z]{46}$/)
    expect([isPersonalToken(token), isTokenText(token)]).toEqual([true, true])
    const at = 10 + (token.charCodeAt(20) % 46)
    expect(isTokenText(token.slice(0, at) + (token[at] === 'x' ? 'y' : 'x') + token.slice(at + 1))).toBe(false)
  }
})

test('the secret scan finds a token wherever it stands', () => {
  for (const line of [`curl -H "Authorization: Bearer ${makeTokenText()}"`, `token=${makeTokenText()}`, makeTokenText()])
    expect(findSecrets(line)).toEqual([{ line: 1, kind: 'Sakha access token' }])
  expect(findSecrets('sakha_pat_short')).toEqual([])
})

test.each(['', 'sakha_pat_', `sakha_pat_${'a'.repeat(46)}`, `${makeTokenText()}a`, ` ${makeTokenText()}`, 'eyJhbGciOiJIUzI1NiJ9.a.b'])(
  '%j is no token',
  (text) => {
    expect(isTokenText(text)).toBe(false)
  },
)
