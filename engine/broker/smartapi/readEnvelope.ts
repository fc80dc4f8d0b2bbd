import { BrokerError } from '../port.ts'
import { kindOfCode } from './brokerCodes.ts'

const THROTTLE_TEXT = /exceeding access rate|too many requests/i

/**
 * The `data` of a SmartAPI answer; throws a BrokerError for everything that is not a success.
 * Knows both envelope families (`status/errorcode`, `success/errorCode`), flags sent as text, and the answers that are
 * no envelope at all: plain-text throttling at HTTP 403 (which is no sign-in failure), an empty body, HTML.
 */
export function readEnvelope(status: number, body: string): unknown {
  const envelope = parseObject(body)
  if (!envelope) throw notAnEnvelope(status, body)

  const flag = envelope['status'] ?? envelope['success']
  const code = text(envelope['errorcode']) ?? text(envelope['errorCode'])
  if (flag === true || flag === 'true') {
    const data = envelope['data'] ?? null
    return data === 'null' ? null : data
  }
  const message = text(envelope['message']) ?? `HTTP ${status} without a message`
  if (code) throw new BrokerError(kindOfCode(code), `${message} (${code})`, code)
  if (THROTTLE_TEXT.test(message)) throw new BrokerError('throttled', message)
  if (flag === undefined) throw new BrokerError(kindOfStatus(status) ?? 'malformed', `HTTP ${status}: an answer without a status`)
  throw new BrokerError(kindOfStatus(status) ?? 'refused', message)
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

function notAnEnvelope(status: number, body: string): BrokerError {
  const what = body.trim() === '' ? 'an empty body' : /^\s*</.test(body) ? 'a web page' : `no JSON object: ${body.trim().slice(0, 100)}`
  if (status === 403 || THROTTLE_TEXT.test(body)) return new BrokerError('throttled', `HTTP ${status}, ${what}`)
  return new BrokerError(kindOfStatus(status) ?? 'malformed', `HTTP ${status}, ${what}`)
}

function kindOfStatus(status: number): BrokerError['kind'] | null {
  if (status === 401 || status === 403) return 'auth'
  if (status === 429) return 'throttled'
  return status >= 500 ? 'unreachable' : null
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
