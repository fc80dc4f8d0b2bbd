import type { Instant } from '../../../schema/time.ts'
import { BrokerError } from '../port.ts'
import { blotOut } from './blotOut.ts'
import { measured } from './callDurations.ts'
import type { Endpoint } from './endpoints.ts'
import { machineHeaders } from './machineHeaders.ts'
import { readEnvelope } from './readEnvelope.ts'
import { requestBroker } from './requestBroker.ts'
import { RequestPacer } from './RequestPacer.ts'
import type { SmartApiMarket } from './SmartApiConfig.ts'
import { UnsentError } from './UnsentError.ts'

const CALL_TIMEOUT_MS = 7_000

/** What calls need. */
export type HttpConfig = Pick<SmartApiMarket, 'restUrl' | 'apiKey' | 'family'>

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number
  readonly body: string
}

/** The time that an answer gave. */
export interface DatedAnswer {
  /** Real time in whole seconds, by the broker's clock. */
  readonly date: Instant
  /** Between which moments of this process (performance.now()) it came. */
  readonly askedAt: number
  readonly answeredAt: number
}

/** Failures of a request for which no connection was ever made. */
const NEVER_CONNECTED: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
])

/** HTTP to one SmartAPI market: the headers it wants, the pace it allows, a time limit, and its answers as data or BrokerError. */
export class SmartApiHttp {
  readonly #config: HttpConfig
  readonly #headers: Readonly<Record<string, string>>
  readonly #pacer: RequestPacer
  readonly #inFlight = new Set<AbortController>()
  #dated: DatedAnswer | null = null
  #throttled = 0
  #closed = false

  /** `limitFactor` multiplies the broker's limits: a sandbox may have its own. */
  constructor(config: HttpConfig, limitFactor = 1) {
    this.#config = config
    this.#pacer = new RequestPacer(limitFactor)
    this.#headers = {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'X-UserType': 'USER',
      'X-SourceID': 'WEB',
      'X-PrivateKey': config.apiKey,
      ...machineHeaders(),
    }
  }

  /** The latest answer that gave a time; null: none did. */
  get dated(): DatedAnswer | null {
    return this.#dated
  }

  /** How many calls the broker turned away as too many. */
  get throttled(): number {
    return this.#throttled
  }

  /** One paced call; the `data` of its answer. `token` is the session's JWT, null to sign in; `sent` is called when it is its turn. */
  async call(endpoint: Endpoint, body: unknown, token: string | null, sent?: () => void): Promise<unknown> {
    return this.#guarded(CALL_TIMEOUT_MS, async (signal, startTimer) => {
      await this.#pacer.turn(endpoint, signal)
      startTimer()
      sent?.()
      try {
        const data = await measured(endpoint.path, async () => {
          const answer = await this.#exchange(endpoint, body, token, signal).finally(() => this.#pacer.answered(endpoint))
          return readEnvelope(answer.status, answer.body)
        })
        this.#pacer.accepted()
        return data
      } catch (error) {
        if (error instanceof BrokerError && error.kind === 'throttled') {
          this.#pacer.throttled()
          this.#throttled++
        }
        throw error
      }
    })
  }

  /** One immediate call, sent once, and its raw answer. Rejects with an UnsentError when the broker cannot have seen it. */
  async send(endpoint: Endpoint, body: unknown, token: string): Promise<RawAnswer> {
    return this.#guarded(CALL_TIMEOUT_MS, (signal, startTimer) => {
      startTimer()
      return measured(endpoint.path, () => this.#exchange(endpoint, body, token, signal))
    })
  }

  /** The JSON at an open address (instrument master, sandbox clock). */
  async getJson(url: string, timeoutMs: number = CALL_TIMEOUT_MS): Promise<unknown> {
    return this.#guarded(timeoutMs, async (signal, startTimer) => {
      startTimer()
      const response = await fetch(url, { signal })
      if (!response.ok) throw new BrokerError('unreachable', `HTTP ${response.status} from ${url}`)
      const body = await response.text()
      try {
        return JSON.parse(body)
      } catch {
        throw new BrokerError('malformed', `no JSON from ${url}`)
      }
    })
  }

  /** Ends every call that is waiting or under way. */
  close(): void {
    this.#closed = true
    for (const abort of this.#inFlight) abort.abort(new Error('the broker connection is closed'))
  }

  /** Redirects are not followed: another address gets neither key nor order. */
  async #exchange(endpoint: Endpoint, body: unknown, token: string | null, signal: AbortSignal): Promise<RawAnswer> {
    const isPost = endpoint.method === undefined
    const askedAt = performance.now()
    const {
      status,
      date,
      body: answer,
    } = await requestBroker(this.#config.restUrl + endpoint.path, {
      method: isPost ? 'POST' : 'GET',
      headers: token === null ? this.#headers : { ...this.#headers, Authorization: `Bearer ${token}` },
      body: isPost ? JSON.stringify(body) : null,
      family: this.#config.family,
      signal,
    })
    const dated = Date.parse(date ?? '')
    if (!Number.isNaN(dated)) this.#dated = { date: dated, askedAt, answeredAt: performance.now() }
    return { status, body: answer }
  }

  async #guarded<T>(timeoutMs: number, call: (signal: AbortSignal, startTimer: () => void) => Promise<T>): Promise<T> {
    if (this.#closed) throw new UnsentError('refused', 'the broker connection is closed')
    const abort = new AbortController()
    let timer: NodeJS.Timeout | undefined
    this.#inFlight.add(abort)
    try {
      return await call(abort.signal, () => {
        timer = setTimeout(() => abort.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
      })
    } catch (error) {
      if (error instanceof BrokerError) throw blotOut(error, [this.#config.apiKey])
      const reason: unknown = abort.signal.aborted ? abort.signal.reason : error
      if (neverConnected(reason)) throw new UnsentError('unreachable', describe(reason))
      throw new BrokerError('unreachable', describe(reason))
    } finally {
      clearTimeout(timer)
      this.#inFlight.delete(abort)
    }
  }
}

function neverConnected(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof Error && 'code' in cause && NEVER_CONNECTED.has(cause.code)
}

/** `fetch failed` alone helps nobody: the cause names the address and what happened. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error
}

/** Where both families of addresses were tried, what came of each. */
function describe(error: unknown): string {
  const cause = causeOf(error)
  if (cause instanceof AggregateError) return cause.errors.map(describe).join('; ')
  return cause instanceof Error ? cause.message : String(cause)
}
