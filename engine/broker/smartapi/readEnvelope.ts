import { BrokerError } from '../port.ts'
import { kindOfCode } from './brokerCodes.ts'

/** The broker's answer to calls beyond its limits. */
export const THROTTLE_TEXT = /exceeding access rate|too many requests/i

/** An answer of either family (`status/errorcode`, `success/errorCode`), in whatever case and type its fields came. */
export interface Envelope {
  /** Null: it is neither, or missing. */
  readonly success: boolean | null
  readonly isFlagged: boolean
  readonly code: string | null
  readonly message: string | null
  readonly data: unknown
}

/** The envelope in an answer's text; null when the text is no JSON object. */
export function parseEnvelope(body: string): Envelope | null {
  const object = parseObject(body)
  if (!object) return null
  const flag = object['status'] ?? object['success']
  const data = object['data'] ?? null
  return {
    success: flag === true || flag === 'true' ? true : flag === false || flag === 'false' ? false : null,
    isFlagged: flag !== undefined,
    code: text(object['errorcode']) ?? text(object['errorCode']),
    message: text(object['message']),
    data: data === 'null' ? null : data,
  }
}

/**
 * The `data` of a SmartAPI answer; throws a BrokerError for everything that is not a success.
 * Handles the answers without an envelope: plain-text throttling at HTTP 403 (which is no sign-in failure), an empty body, HTML.
 */
export function readEnvelope(status: number, body: string): unknown {
  const envelope = parseEnvelope(body)
  if (!envelope) throw new BrokerError(kindOfText(status, body), describeText(status, body))
  const { success, isFlagged, code, data } = envelope
  if (success === true) return data
  const message = envelope.message ?? `HTTP ${status} without a message`
  if (code) throw new BrokerError(kindOfCode(code), `${message} (${code})`, code)
  if (THROTTLE_TEXT.test(message)) throw new BrokerError('throttled', message)
  if (!isFlagged) throw new BrokerError(kindOfStatus(status) ?? 'malformed', `HTTP ${status}: an answer without a status`)
  throw new BrokerError(kindOfStatus(status) ?? 'refused', message)
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** An answer that is no envelope, in short. */
export function describeText(status: number, body: string): string {
  const what = body.trim() === '' ? 'an empty body' : /^\s*</.test(body) ? 'a web page' : `no JSON object: ${body.trim().slice(0, 100)}`
  return `HTTP ${status}, ${what}`
}

function kindOfText(status: number, body: string): BrokerError['kind'] {
  if (status === 403 || THROTTLE_TEXT.test(body)) return 'throttled'
  return kindOfStatus(status) ?? 'malformed'
}

function kindOfStatus(status: number): BrokerError['kind'] | null {
  if (status === 401 || status === 403) return 'auth'
  if (status === 429) return 'throttled'
  return status >= 500 ? 'unreachable' : null
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
