import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { paise } from '../../../schema/money.ts'
import { istInstant, MINUTE } from '../../../schema/time.ts'
import { optionContract } from '../options/optionContract.ts'
import type { SessionTokens } from '../accounts/Sessions.ts'
import { openSandbox, ROOT, type OpenSandbox } from '../testing/openSandbox.ts'

const call = optionContract('NIFTY', '2026-11-23', paise(24_500_00), 'CE')

let sandbox: OpenSandbox
let tokens: SessionTokens
const open: WebSocket[] = []

beforeAll(async () => {
  sandbox = await openSandbox()
  tokens = await sandbox.signIn()
})
afterAll(() => sandbox.remove())
afterEach(async () => {
  await Promise.all(open.splice(0).map(closed))
})

async function closed(socket: WebSocket): Promise<void> {
  if (socket.readyState === socket.CLOSED) return
  socket.terminate()
  await once(socket, 'close')
}

/** A connection that keeps what it is sent: packets apart from text. */
async function listen(target = sandbox, headers = sandbox.feedHeaders(tokens)) {
  const socket = await target.feed(headers)
  open.push(socket)
  const packets: Buffer[] = []
  const texts: string[] = []
  socket.on('message', (data: Buffer, isBinary) => (isBinary ? packets.push(data) : texts.push(data.toString())))
  const send = (action: number, mode: number, exchangeType: number, ids: readonly string[]) =>
    socket.send(JSON.stringify({ correlationID: 'test', action, params: { mode, tokenList: [{ exchangeType, tokens: ids }] } }))
  return { socket, packets, texts, send }
}

async function until(condition: () => boolean | Promise<boolean>, patience = 10_000): Promise<void> {
  const deadline = Date.now() + patience
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`the condition did not come true in ${patience} ms`)
    await setTimeout(10)
  }
}

/** Six hundred: fewer than a connection may ask for. */
async function someOptions(): Promise<string[]> {
  const response = await fetch(`${sandbox.url}/OpenAPI_File/files/OpenAPIScripMaster.json`)
  const rows = (await response.json()) as { token: string; exch_seg: string }[]
  return rows.flatMap((row) => (row.exch_seg === 'NFO' ? [row.token] : [])).slice(0, 600)
}

const timeOf = (packet: Buffer) => Number(packet.readBigInt64LE(35))
const priceOf = (packet: Buffer) => Number(packet.readBigInt64LE(43))
const tokenOf = (packet: Buffer) => packet.toString('ascii', 2, 27).replace(/\0+$/, '')

describe('the feed’s door', () => {
  it('names the credential that is wrong with a 401', async () => {
    const good = sandbox.feedHeaders(tokens)
    for (const [header, name] of [
      ['Authorization', 'Auth Token'],
      ['x-client-code', 'Client Code'],
      ['x-api-key', 'API Key'],
      ['x-feed-token', 'Feed Token'],
    ] as const)
      await expect(sandbox.feed({ ...good, [header]: 'wrong' })).rejects.toThrow(`401 Invalid ${name}`)
  })

  it('takes a token with or without Bearer, or none at all beside a feed token', async () => {
    const { Authorization: _bearer, ...others } = sandbox.feedHeaders(tokens)
    await listen(sandbox, others)
    await listen(sandbox, { ...others, Authorization: tokens.jwtToken })
  })

  it('turns a fourth connection away with a 429 and lets it in when one has left', async () => {
    const three = [await listen(), await listen(), await listen()]
    await expect(sandbox.feed(sandbox.feedHeaders(tokens))).rejects.toThrow('429')
    await closed(three[0]!.socket)
    await until(async () => (await listen().catch(() => null)) !== null)
  })

  it('survives a caller who hangs up during the handshake', async () => {
    const raw = connect(sandbox.port, '127.0.0.1')
    await once(raw, 'connect')
    raw.write('GET /smart-stream HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    raw.resetAndDestroy()
    await expect(listen()).resolves.toBeDefined()
  })
})

describe('the feed', () => {
  it('answers text pings and control pings', async () => {
    const { socket, texts } = await listen()
    socket.send('ping')
    await until(() => texts.includes('pong'))
    socket.ping('ping')
    const [payload] = (await once(socket, 'pong')) as [Buffer]
    expect(payload.toString()).toBe('ping')
  })

  it('tells the price at once, then goes on in market time, one packet a frame', async () => {
    const { packets, send } = await listen()
    send(1, 3, 2, [call.token])
    send(1, 1, 1, ['99926000'])
    await until(() => packets.length > 20)
    expect(new Set(packets.map((packet) => `${packet.length} ${tokenOf(packet)}`))).toEqual(new Set([`379 ${call.token}`, '51 99926000']))
    const times = packets.filter((packet) => packet.length === 51).map(timeOf)
    expect(times.every((time, i) => i === 0 || time > times[i - 1]!)).toBe(true)
  })

  it('sends all four prices of every minute: its ticks fold to the candles of history', async () => {
    const { packets, send } = await listen()
    send(1, 1, 1, ['99926009'])
    await until(() => packets.length > 0)
    const firstWhole = Math.floor(timeOf(packets[0]!) / MINUTE + 1) * MINUTE
    await until(() => timeOf(packets.at(-1)!) >= firstWhole + 3 * MINUTE)
    const stamp = (time: number) => new Date(time + 5.5 * 60 * MINUTE).toISOString().slice(0, 16).replace('T', ' ')
    const answer = await sandbox.post(
      `${ROOT}/historical/v1/getCandleData`,
      {
        exchange: 'NSE',
        symboltoken: '99926009',
        interval: 'ONE_MINUTE',
        fromdate: stamp(firstWhole),
        todate: stamp(firstWhole + 2 * MINUTE),
      },
      { Authorization: `Bearer ${tokens.jwtToken}` },
    )
    const folded = [0, 1, 2].map((minute) => {
      const start = firstWhole + minute * MINUTE
      const prices = packets.filter((packet) => timeOf(packet) >= start && timeOf(packet) < start + MINUTE).map(priceOf)
      return [prices[0], Math.max(...prices), Math.min(...prices), prices.at(-1)]
    })
    const history = (answer.body['data'] as number[][]).map((row) => row.slice(1, 5).map((rupees) => Math.round(rupees * 100)))
    expect(folded).toEqual(history)
  })

  it('goes quiet for what is unsubscribed', async () => {
    const { packets, send, socket, texts } = await listen()
    send(1, 1, 1, ['99926000', '99926009'])
    await until(() => packets.length > 6)
    send(0, 1, 1, ['99926000'])
    socket.send('ping')
    await until(() => texts.includes('pong'))
    packets.length = 0
    await until(() => packets.length > 4)
    expect(new Set(packets.map(tokenOf))).toEqual(new Set(['99926009']))
  })

  it('answers a garbled or cut message with E1001 and goes on', async () => {
    const { socket, packets, texts, send } = await listen()
    send(1, 1, 1, ['99926000'])
    socket.send('{"correlationID":"abc","action":1,"par')
    socket.send(Buffer.from([1, 2, 3]))
    socket.send(JSON.stringify({ correlationID: 'depth20', action: 1, params: { mode: 4, tokenList: [] } }))
    await until(() => texts.length === 3)
    expect(texts.map((text) => JSON.parse(text) as unknown)).toMatchObject([
      { correlationID: '', errorCode: 'E1001' },
      { correlationID: '', errorCode: 'E1001' },
      { correlationID: 'depth20', errorCode: 'E1001' },
    ])
    const before = packets.length
    await until(() => packets.length > before + 2)
  })

  it('refuses what goes beyond a thousand subscriptions with E1002; duplicates and strangers are not counted', async () => {
    const { texts, packets, send } = await listen()
    const options = await someOptions()
    send(1, 1, 2, options)
    send(1, 1, 2, [...options, 'nobody'])
    send(1, 3, 2, options.slice(0, 1_000 - options.length))
    await until(() => packets.length >= 1_000)
    expect(texts).toEqual([])
    send(1, 2, 2, options.slice(0, 1))
    await until(() => texts.length === 1)
    expect(JSON.parse(texts[0]!)).toMatchObject({ correlationID: 'test', errorCode: 'E1002' })
  })

  it('cuts off a reader who does not read, and none who does', async () => {
    const [reader, sleeper] = [await listen(), await listen()]
    await listen()
    const options = await someOptions()
    sleeper.socket.pause()
    for (const { send } of [reader, sleeper]) send(1, 3, 2, options)
    // A fourth comes in when the sleeper has been given up.
    await until(async () => (await listen().catch(() => null)) !== null, 120_000)
    sleeper.socket.resume()
    await until(() => sleeper.socket.readyState === sleeper.socket.CLOSED)
    const before = reader.packets.length
    await until(() => reader.packets.length > before)
    expect(sleeper.packets.length).toBeLessThan(before)
  })

  it('stands still while the clock does, and goes on with the next session', async () => {
    const evening = await openSandbox({ start: istInstant('2026-11-20', 15 * 60 + 22) })
    try {
      const evenings = await evening.signIn()
      const { packets, send } = await listen(evening, evening.feedHeaders(evenings))
      send(1, 1, 1, ['99926000'])
      const close = istInstant('2026-11-20', 15 * 60 + 30)
      await until(() => packets.length > 0 && timeOf(packets.at(-1)!) > close, 60_000)
      const last = packets.findLast((packet) => timeOf(packet) < close)!
      expect(timeOf(last)).toBe(close - 250)
      const first = packets.find((packet) => timeOf(packet) >= close)!
      expect(timeOf(first)).toBe(istInstant('2026-11-23', 9 * 60 + 15))
    } finally {
      await evening.remove()
    }
  })
})
