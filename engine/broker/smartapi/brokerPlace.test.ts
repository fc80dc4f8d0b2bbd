import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { brokerPlace } from './brokerPlace.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sakha-place-'))
})
afterEach(() => rm(home, { recursive: true }))

const config = () => ({
  databaseUrl: '',
  port: 0,
  metricsHost: '127.0.0.1',
  staticIp: null,
  algoId: null,
  allowLive: 'NOBODY' as const,
  sandboxPort: 4200,
  home,
  tracesTo: null,
})

it('Angel One is at its public addresses, with the key of the app, and nobody signs in who is not configured', async () => {
  const { market, standard, loginUrl } = await brokerPlace({ ...config(), broker: { kind: 'smartapi', apiKey: 'a&b' } })
  expect(market).toMatchObject({ restUrl: 'https://apiconnect.angelone.in', clockUrl: null, apiKey: 'a&b' })
  for (const url of Object.values(market))
    expect(url === null || url === 'a&b' || /^(https|wss):\/\/\w+\.angelone\.in/.test(url)).toBe(true)
  expect(standard).toBeNull()
  expect(loginUrl).toBe('https://smartapi.angelone.in/publisher-login?api_key=a%26b')
})

it('the sandbox is on this machine, and its own account signs in as soon as there is one', async () => {
  const sandbox = { ...config(), broker: { kind: 'sandbox' as const } }
  await expect(brokerPlace(sandbox)).rejects.toThrow('sandbox-account.json')
  const account = { clientCode: 'S1', pin: '1234', totpSecret: 'JBSWY3DPEHPK3PXP' }
  await writeFile(path.join(home, 'sandbox-account.json'), JSON.stringify({ ...account, apiKey: 'key' }))
  const { market, standard, loginUrl } = await brokerPlace(sandbox)
  expect(market).toMatchObject({ restUrl: 'http://127.0.0.1:4200', apiKey: 'key' })
  expect(JSON.stringify(market)).not.toContain('JBSWY3DPEHPK3PXP')
  expect([standard, loginUrl]).toEqual([account, 'http://127.0.0.1:4200/publisher-login?api_key=key'])
})
