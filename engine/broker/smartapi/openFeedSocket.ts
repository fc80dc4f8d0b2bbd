import { WebSocket } from 'ws'
import { BrokerError } from '../port.ts'
import type { SmartApiConfig } from './SmartApiConfig.ts'
import type { SessionTokens } from './SmartApiSession.ts'

const HANDSHAKE_TIMEOUT_MS = 7_000
/** The largest packet is 443 bytes, error texts are short. */
const LARGEST_MESSAGE = 64 * 1024

/** An open feed socket. Rejects with a BrokerError: `auth` for a 401, `throttled` for too many connections, else `unreachable`. */
export function openFeedSocket(config: SmartApiConfig, tokens: SessionTokens): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(config.feedUrl, {
      headers: {
        Authorization: `Bearer ${tokens.jwt}`,
        'x-api-key': config.apiKey,
        'x-client-code': config.clientCode,
        'x-feed-token': tokens.feed,
      },
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      maxPayload: LARGEST_MESSAGE,
      perMessageDeflate: false,
    })
    const failed = (error: Error) => reject(new BrokerError('unreachable', `feed: ${error.message}`))
    socket.once('open', () => {
      socket.off('error', failed)
      resolve(socket)
    })
    socket.on('error', failed)
    socket.once('unexpected-response', (request, response) => {
      const status = response.statusCode ?? 0
      const kind = status === 401 || status === 403 ? 'auth' : status === 429 ? 'throttled' : 'unreachable'
      reject(new BrokerError(kind, `feed: HTTP ${status} ${String(response.headers['x-error-message'] ?? '')}`.trim()))
      request.destroy()
    })
  })
}
