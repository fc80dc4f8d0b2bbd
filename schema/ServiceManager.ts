import { execFile } from 'node:child_process'

/** The watchdog waits for three of them. */
const BEATS = 3
const MICROSECONDS = 1_000

/**
 * Reports to systemd, where that started this process (Type=notify, NotifyAccess=all): that it is ready, that it stops, and every
 * third of WatchdogSec that its event loop still turns; one that does not is restarted. Elsewhere it does nothing.
 * Uses `systemd-notify`, present wherever systemd is: Node.js has no Unix datagram sockets.
 */
export class ServiceManager {
  readonly #environment: NodeJS.ProcessEnv
  readonly #warn: (error: Error) => void
  #beats: NodeJS.Timeout | undefined

  /** `warn` gets the errors of messages that systemd refused. */
  constructor(environment: NodeJS.ProcessEnv, warn: (error: Error) => void) {
    this.#environment = environment
    this.#warn = warn
  }

  /** The process serves; from now on the watchdog is notified. */
  ready(): void {
    this.#tell('READY=1')
    const { WATCHDOG_USEC: limit, WATCHDOG_PID: pid } = this.#environment
    // A process that another one started inherits its environment, and is not watched.
    if (!limit || (pid !== undefined && pid !== String(process.pid))) return
    this.#beats = setInterval(() => this.#tell('WATCHDOG=1'), Number(limit) / MICROSECONDS / BEATS)
    this.#beats.unref()
  }

  /** An orderly shutdown has begun; the heartbeats stop. */
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
