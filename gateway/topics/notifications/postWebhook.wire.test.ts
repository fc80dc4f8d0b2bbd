import { createHmac } from 'node:crypto'
import dns from 'node:dns'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOOKUP_MS } from './addressesOf.ts'
import { postWebhook, type WebhookCall } from './postWebhook.ts'
import { startTestNameServer, type TestNameServer } from './testing/startTestNameServer.ts'
import { startTestReceiver, type TestReceiver } from './testing/startTestReceiver.ts'

const AT = Date.parse('2026-11-20T05:00:00.789Z')
const NOT_DELIVERED = 'The message could not be delivered to that address'
let receiver: TestReceiver
let names: TestNameServer
beforeAll(async () => {
  receiver = await startTestReceiver()
  names = await startTestNameServer({
    ...{ 'here.test': ['127.0.0.1'], 'inside.test': ['10.1.2.3'], 'inside6.test': ['fd12::1'] },
    ...{ 'both.test': ['8.8.8.8', '10.1.2.3'] },
  })
  dns.setServers([names.address])
})
afterAll(async () => {
  await receiver.close()
  await names.close()
})

const post = (changes: Partial<WebhookCall> = {}) =>
  postWebhook({
    ...{ url: `${receiver.url}/hook?key=1`, secret: Buffer.from('whsec_secret'), deliveryId: 'd1', body: '{"title":"₹5"}', at: AT },
    ...{ privateHosts: true, ...changes },
  })

describe('item 45: a webhook', () => {
  test('is signed over its time and its body', async () => {
    expect(await post()).toEqual({ ok: true, value: null })
    const { path, headers, body } = receiver.received.at(-1)!
    expect([path, body, headers['sakha-delivery']]).toEqual(['/hook?key=1', '{"title":"₹5"}', 'd1'])
    const seconds = Math.floor(AT / 1_000)
    const signature = createHmac('sha256', 'whsec_secret').update(`${seconds}.{"title":"₹5"}`).digest('hex')
    expect(headers['sakha-signature']).toBe(`t=${seconds},v1=${signature}`)
  })

  test('follows no redirect', async () => {
    const before = receiver.received.length
    receiver.answer(302, {}, { location: `${receiver.url}/elsewhere` })
    expect(await post()).toMatchObject({ ok: false, error: { problem: 'The webhook answered 302' } })
    expect(receiver.received.slice(before).map(({ path }) => path)).toEqual(['/hook?key=1'])
    receiver.answer(200)
  })

  test('to a private, an unknown or a silent name gets one answer after one time; only the log tells them apart', async () => {
    const before = receiver.received.length
    const { port } = new URL(receiver.url)
    const hosts = ['here.test', '127.0.0.1', 'inside.test', 'inside6.test', 'both.test', 'nowhere.test', 'localhost', 'name.silent']
    const answers = await Promise.all(
      hosts.map(async (host) => {
        const begun = performance.now()
        const answer = await post({ url: `http://${host}:${port}/`, privateHosts: false })
        return { answer, ms: performance.now() - begun }
      }),
    )
    for (const { answer, ms } of answers) {
      expect(answer).toMatchObject({ ok: false, error: { problem: NOT_DELIVERED } })
      // A timer may come a moment early.
      expect(ms).toBeGreaterThan(LOOKUP_MS - 50)
    }
    const found = answers.map(({ answer }) => (answer.ok ? '' : answer.error.found))
    expect(found.slice(0, 5)).toEqual([
      ...['here.test is not on the public internet: 127.0.0.1', '127.0.0.1 is not on the public internet: 127.0.0.1'],
      ...['inside.test is not on the public internet: 10.1.2.3', 'inside6.test is not on the public internet: fd12::1'],
      ...['both.test is not on the public internet: 8.8.8.8, 10.1.2.3'],
    ])
    for (const text of found.slice(5)) expect(text).toMatch(/^no name server knows/)
    expect(receiver.received).toHaveLength(before)
  })

  test('goes to the address that was looked at, under the name it was given, and asks for it once', async () => {
    expect(await post({ url: receiver.url.replace('127.0.0.1', 'here.test') })).toEqual({ ok: true, value: null })
    expect(receiver.received.at(-1)?.headers.host).toMatch(/^here\.test:\d+$/)
    // Its IPv4 and its IPv6 addresses.
    expect(names.asked.filter((name) => name === 'here.test').length).toBeLessThanOrEqual(4)
    expect(await post({ url: receiver.url.replace('127.0.0.1', 'localhost') })).toEqual({ ok: true, value: null })
    expect(receiver.received.at(-1)?.headers.host).toMatch(/^localhost:\d+$/)
  })

  test('that cannot be reached or is not known is a sentence, not an exception', async () => {
    for (const url of ['http://127.0.0.1:9/', 'http://nowhere.test/'])
      expect(await post({ url })).toMatchObject({ ok: false, error: { problem: NOT_DELIVERED } })
  })

  test('that takes the message and does not answer is given up after five seconds', async () => {
    receiver.fallSilent()
    expect(await post()).toMatchObject({ ok: false, error: { problem: 'The webhook did not answer within 5 seconds' } })
    receiver.answer(200)
  })
})
