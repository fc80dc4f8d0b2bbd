import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postWebhook, type WebhookCall } from './postWebhook.ts'
import { startTestReceiver, type TestReceiver } from './testReceiver.ts'

const AT = Date.parse('2026-11-20T05:00:00.789Z')
let receiver: TestReceiver
beforeAll(async () => {
  receiver = await startTestReceiver()
})
afterAll(() => receiver.close())

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
    expect(await post()).toEqual({ ok: false, error: 'The webhook answered 302' })
    expect(receiver.received.slice(before).map(({ path }) => path)).toEqual(['/hook?key=1'])
    receiver.answer(200)
  })

  test('whose name leads to a private address is never called', async () => {
    const before = receiver.received.length
    const url = receiver.url.replace('127.0.0.1', 'localhost')
    expect(await post({ url, privateHosts: false })).toEqual({ ok: false, error: 'The host localhost is not on the public internet' })
    expect(await post({ privateHosts: false })).toEqual({ ok: false, error: 'The host 127.0.0.1 is not on the public internet' })
    expect(receiver.received).toHaveLength(before)
  })

  test('goes to the address that was looked at, under the name it was given', async () => {
    expect(await post({ url: receiver.url.replace('127.0.0.1', 'localhost') })).toEqual({ ok: true, value: null })
    expect(receiver.received.at(-1)?.headers.host).toMatch(/^localhost:\d+$/)
  })

  test('that cannot be reached or is not known is a sentence, not an exception', async () => {
    expect(await post({ url: 'http://127.0.0.1:9/' })).toEqual({ ok: false, error: 'The webhook could not be reached' })
    expect(await post({ url: 'http://nowhere.invalid/' })).toEqual({ ok: false, error: 'The host nowhere.invalid is not known' })
  })
})
