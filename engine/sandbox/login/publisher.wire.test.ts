import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openSandbox, ROOT, type OpenSandbox } from '../testing/openSandbox.ts'

const BACK = 'https://app.example/auth/smartapi/callback'
const SECOND_BACK = 'http://127.0.0.1:4000/auth/smartapi/callback'

let sandbox: OpenSandbox
beforeAll(async () => {
  sandbox = await openSandbox({ redirectUrls: [BACK, SECOND_BACK] })
})
afterAll(() => sandbox.remove())

const address = (query: Record<string, string>) => `${sandbox.url}/publisher-login?${new URLSearchParams(query).toString()}`
const open = (query: Record<string, string> = {}) => fetch(address({ api_key: sandbox.account.apiKey, ...query }))

/** Sends the form; waits while a try a second is used up. */
async function submit(changes: Record<string, string>): Promise<Response> {
  const [user] = sandbox.users
  const filled = { clientcode: user!.clientCode, pin: user!.pin, totp: sandbox.code(user), state: 'abc' }
  const body = new URLSearchParams({ api_key: sandbox.account.apiKey, ...filled, ...changes })
  const response = await fetch(`${sandbox.url}/publisher-login`, { method: 'POST', body, redirect: 'manual' })
  if (response.status !== 429) return response
  await setTimeout(50)
  return submit(changes)
}

describe('the publisher login page', () => {
  it('is plain HTML without script, whose form may lead to the registered addresses', async () => {
    const page = await open({ state: '"><script>alert(1)</script>' })
    const [html, policy] = [await page.text(), page.headers.get('content-security-policy')]
    expect(page.status).toBe(200)
    expect(html).not.toContain('<script')
    expect(html).toContain('width=device-width')
    for (const { clientCode } of sandbox.users) expect(html).toContain(clientCode)
    expect(html).not.toContain(sandbox.users[0]!.pin + '"')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(policy).toContain("form-action 'self' https://app.example http://127.0.0.1:4000;")
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('sends who signs in back with his tokens and the state, to the address that was asked for', async () => {
    const back = await submit({ redirect_url: SECOND_BACK })
    expect(back.status).toBe(303)
    const to = new URL(back.headers.get('location')!)
    expect(to.origin + to.pathname).toBe(SECOND_BACK)
    expect(to.searchParams.get('state')).toBe('abc')
    const profile = await sandbox.get(`${ROOT}/user/v1/getProfile`, { Authorization: `Bearer ${to.searchParams.get('auth_token')}` })
    expect(profile.body).toMatchObject({ data: { clientcode: sandbox.users[0]!.clientCode } })
    expect(to.searchParams.get('feed_token')).toBeTruthy()
    const first = new URL((await submit({})).headers.get('location')!)
    expect(first.origin + first.pathname).toBe(BACK)
  })

  it('keeps who is wrong on the page, and says what is', async () => {
    const wrong = await submit({ pin: 'x' })
    expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining('Client code or PIN is wrong')])
    const totp = await submit({ totp: '000000x' })
    expect([totp.status, await totp.text()]).toEqual([401, expect.stringContaining('TOTP is wrong')])
  })

  it('is not there for an unknown key, and leads nowhere that is not registered', async () => {
    expect((await fetch(address({ api_key: 'unknown' }))).status).toBe(403)
    expect((await submit({ api_key: 'unknown' })).status).toBe(403)
    for (const redirect_url of ['https://evil.example/', `${BACK}/more`, `${BACK}?x=1`, 'javascript:alert(1)']) {
      expect((await open({ redirect_url })).status).toBe(400)
      expect((await submit({ redirect_url })).status).toBe(400)
    }
  })
})

it('a token ends with the market’s day in India, for calls and for the order-status socket', async () => {
  const evening = await openSandbox({ start: Date.parse('2026-11-20T15:29:30+05:30'), speed: 600 })
  try {
    evening.control.scaleLimits(1_000)
    const { jwtToken } = await evening.signIn(evening.users[0])
    const headers = { Authorization: `Bearer ${jwtToken}` }
    let code: unknown
    while (code === undefined) code = (await evening.get(`${ROOT}/user/v1/getProfile`, headers)).body['errorCode']
    expect(code).toBe('AG8002')
    const socket = new WebSocket(`${evening.url.replace('http:', 'ws:')}/smart-order-update`, { headers })
    const status = await new Promise((resolve) => {
      socket.on('error', () => undefined)
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode))
    })
    expect(status).toBe(403)
  } finally {
    await evening.remove()
  }
})
