import { expect, it } from 'vitest'
import { isNewerRelease, mayWorkTogether } from './releases.ts'

it('a release is newer by its first two numbers; the third one makes none', () => {
  expect(isNewerRelease('0.2.0', '0.1.9')).toBe(true)
  expect(isNewerRelease('1.0.0', '0.12.3')).toBe(true)
  expect(isNewerRelease('0.10.0', '0.9.0')).toBe(true)
  for (const [version, than] of [
    ['0.1.9', '0.1.0'],
    ['0.1.0', '0.2.0'],
    ['0.12.0', '1.0.0'],
  ] as const)
    expect(isNewerRelease(version, than)).toBe(false)
})

it('a release works beside itself, the one before and the one after, and the first of a new major beside any of the last', () => {
  for (const [one, other] of [
    ['0.1.0', '0.1.7'],
    ['0.1.0', '0.2.0'],
    ['0.2.3', '0.1.9'],
    ['0.9.0', '1.0.0'],
  ] as const)
    expect([mayWorkTogether(one, other), mayWorkTogether(other, one)]).toEqual([true, true])
  for (const [one, other] of [
    ['0.1.0', '0.3.0'],
    ['0.9.0', '1.1.0'],
    ['0.9.0', '2.0.0'],
  ] as const)
    expect([mayWorkTogether(one, other), mayWorkTogether(other, one)]).toEqual([false, false])
})

it('what is no version is said to be none', () => {
  expect(() => isNewerRelease('next', '0.1.0')).toThrow('"next" is no version')
})
