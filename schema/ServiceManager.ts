import { execFile } from 'node:child_process'

/** The watchdog waits for three of them. */
const BEATS = 3
const MICROSECONDS = 1_000

/**
 * Tells systemd what this process is at, where systemd started it (Type=notify, NotifyAccess=all): that it is ready, that it stops, and every
 * third of WatchdogSec that its event loop still turns; one that does not is ended and started again. Elsewhere it does nothing.
 * By `systemd-notify`, which lies wherever systemd does: Node.js has no sockets of datagrams on files.
 */
export class ServiceManager {
  readonly #environment: NodeJS.ProcessEnv
  readonly #warn: (error: Error) => void
  #beats: NodeJS.Timeout | undefined

  /** `warn` hears of messages that systemd did not take. */
  constructor(environment: NodeJS.ProcessEnv, warn: (error: Error) => void) {
    this.#environment = environment
    this.#warn = warn
  }

  /** The process serves; from now on the watchdog hears of it. */
  ready(): void {
    this.#tell('READY=1')
    const { WATCHDOG_USEC: limit, WATCHDOG_PID: pid } = this.#environment
    // A process that another one started inherits its environment, and is not watched.
    if (!limit || (pid !== undefined && pid !== String(process.pid))) return
    this.#beats = setInterval(() => this.#tell('WATCHDOG=1'), Number(limit) / MICROSECONDS / BEATS)
    this.#beats.unref()
  }

  /** An orderly end has begun: nothing more is told. */
  stopping(): void {
    clearInterval(this.#beats)
    this.#tell('STOPPING=1')
  }

  #tell(message: string): void {
    if (!this.#environment['NOTIFY_SOCKET']) return
    execFile('systemd-notify', [message], { env: this.#environment }, (error) => {
      if (error) this.#warn(error)
    })
  }
}
