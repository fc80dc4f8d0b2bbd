import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { WebSocket } from 'ws'
import { istInstant } from '../../../schema/time.ts'
import type { SandboxAccount } from '../accounts/loadAccount.ts'
import type { SessionTokens } from '../accounts/Sessions.ts'
import type { SandboxConfig } from '../sandboxConfig.ts'
import { startSandbox, type RunningSandbox } from '../startSandbox.ts'

/** A sandbox with a client that knows its account, for tests. */
export interface OpenSandbox extends RunningSandbox {
  readonly home: string
  /** The one-time code of this moment; of the installation's own account if none is named. */
  code(account?: SandboxAccount): string
  /** Posts JSON with all headers; text and parsed body of the answer. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  signIn(account?: SandboxAccount): Promise<SessionTokens>
  /** Opens the feed; rejects when the handshake is refused. */
  feed(headers: Record<string, string>): Promise<WebSocket>
  feedHeaders(tokens: SessionTokens): Record<string, string>
  /** Stops it and removes its folder. */
  remove(): Promise<void>
}

export interface Answer {
  readonly status: number
  readonly text: string
  readonly body: Readonly<Record<string, unknown>>
}

export const ROOT = '/rest/secure/angelbroking'

/** Starts a synthetic sandbox on a free port, by default on Friday 20 November 2026, 10:00, at 60 times real time. */
export async function openSandbox(overrides: Partial<SandboxConfig> = {}): Promise<OpenSandbox> {
  const home = overrides.home ?? mkdtempSync(join(tmpdir(), 'sandbox-'))
  const start = istInstant('2026-11-20', 10 * 60)
  const running = await startSandbox({ port: 0, home, speed: 60, seed: 1, start, replay: new Map(), ...overrides })
  const { url, account } = running
  const code = ({ totpSecret } = account) => new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate()
  const known = {
    'X-UserType': 'USER',
    'X-SourceID': 'WEB',
    'X-ClientLocalIP': '127.0.0.1',
    'X-ClientPublicIP': 'null',
    'X-MACAddress': '00:00:00:00:00:00',
    'X-PrivateKey': account.apiKey,
  }
  const call = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(url + path, { ...init, headers: { ...known, ...(init.headers as Record<string, string>) } })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, text, body: json && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : {} }
  }
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    })

  return {
    ...running,
    home,
    code,
    post,
    get: (path, headers = {}) => call(path, { headers }),
    async signIn(client = account) {
      const credentials = { clientcode: client.clientCode, password: client.pin, totp: code(client) }
      for (;;) {
        const { status, body, text } = await post('/rest/auth/angelbroking/user/v1/loginByPassword', credentials)
        if (body['status'] === true) return body['data'] as SessionTokens
        // One login a second; an earlier test may have used this one.
        if (status !== 403) throw new Error(text)
        await setTimeout(50)
      }
    },
    feed: (headers) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${url.replace('http:', 'ws:')}/smart-stream`, { headers })
        socket.once('open', () => resolve(socket))
        socket.once('unexpected-response', (_request, response) => {
          response.resume()
          reject(new Error(`${response.statusCode} ${String(response.headers['x-error-message'])}`))
        })
        socket.on('error', reject)
      }),
    feedHeaders: ({ jwtToken, feedToken }) => ({
      Authorization: `Bearer ${jwtToken}`,
      'x-api-key': account.apiKey,
      'x-client-code': account.clientCode,
      'x-feed-token': feedToken,
    }),
    async remove() {
      await running.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
