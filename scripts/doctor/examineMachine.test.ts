import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { VERSION } from '../../schema/version.ts'
import { examineMachine } from './examineMachine.ts'

const GIGABYTE = 2 ** 30
const found = async (subject: string, node: string, free: number | null) => {
  const findings = await examineMachine(tmpdir(), { node, freeBytes: () => Promise.resolve(free) })
  const { state, text } = findings.find((finding) => finding.subject === subject)!
  return { state, text }
}

it.each([
  ['18.20.4', 'fail', '; 20.19 or newer is needed'],
  ['20.18.9', 'fail', '; 20.19 or newer is needed'],
  ['20.19.0', 'ok', ''],
  ['22.0.0', 'ok', ''],
])('Node.js %s: %s', async (node, state, advice) => {
  expect(await found('version', node, 9 * GIGABYTE)).toEqual({ state, text: `Sakha ${VERSION} on Node.js v${node}${advice}` })
})

it.each([
  [0, 'fail', '0.0 GB free under %s: PostgreSQL stops writing when none is left'],
  [GIGABYTE - 2 ** 26, 'fail', '0.9 GB free under %s: PostgreSQL stops writing when none is left'],
  [GIGABYTE, 'warn', '1.0 GB free under %s'],
  [5 * GIGABYTE, 'ok', '5.0 GB free under %s'],
  [null, 'fail', 'how much is free under %s cannot be told'],
])('a disk with %s bytes free: %s', async (free, state, text) => {
  expect(await found('disk', '20.19.0', free)).toEqual({ state, text: text.replace('%s', tmpdir()) })
})
