import { expect, it } from 'vitest'
import { CONNECTIONS, FOR_COMMANDS } from '../../prisma/connectionNeeds.ts'
import { judgeConnections } from './examineConnections.ts'

const need = 3 * CONNECTIONS.ENGINE + 2 * CONNECTIONS.GATEWAY + FOR_COMMANDS

it('a server that gives as many connections as all processes may need is well, one that gives fewer says how many they are', () => {
  expect(judgeConnections({ max: need + 3, reserved: 3, open: 60, engines: 3, gateways: 2 })).toEqual({
    state: 'ok',
    text: `3 engines, 2 gateways and commands need up to ${need}; max_connections is ${need + 3}, of which 3 are reserved; 60 are open now`,
  })
  const short = judgeConnections({ max: 100, reserved: 3, open: 97, engines: 3, gateways: 2 })
  expect(short).toMatchObject({ state: 'fail', text: expect.stringMatching(/97 are open now: set it to \d+0 or more/) as string })
})

it('before anything has reported, one engine and one gateway are reckoned with', () => {
  const facts = { max: 100, reserved: 3, open: 1 }
  expect(judgeConnections({ ...facts, engines: 0, gateways: 0 })).toEqual(judgeConnections({ ...facts, engines: 1, gateways: 1 }))
  expect(judgeConnections({ ...facts, engines: 0, gateways: 0 }).state).toBe('ok')
})
