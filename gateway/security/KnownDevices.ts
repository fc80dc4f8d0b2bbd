import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY } from '../../schema/time.ts'
import type { Device } from '../kit/Device.ts'

/** A device that has not signed in for so long is a stranger's again. */
const LIFETIME_MS = 365 * DAY
const ID_BYTES = 12
/** Accounts that one browser is remembered by: the last ones that signed in there. */
const MOST_MARKS = 5
/** When the device signed in, its id, and the signature over both and the account. */
const MARK = /^([0-9a-z]{1,11})\.([\w-]{16})\.([\w-]{43})$/

export interface AccountDevices {
  readonly id: string
  /** Marks from before are void. */
  readonly devicesFrom: Date | null
}

/**
 * Distinguishes the devices that have signed in to an account from those of strangers, so that strangers' attempts are counted apart and
 * keep no owner out: the "device cookies" of OWASP. A device keeps a signed mark per account. A thief of one gets a count of attempts of
 * its own, and nothing else.
 */
export class KnownDevices {
  readonly #key: Uint8Array
  /** `key`: 256 secret bits, the same in every gateway. */
  constructor(key: Uint8Array) {
    this.#key = key
  }

  /** The id of a device that has signed in to the account; null: it is a stranger's. */
  idOf({ marks }: Pick<Device, 'marks'>, { id, devicesFrom }: AccountDevices): string | null {
    for (const mark of marksIn(marks)) {
      const [, time = '', deviceId = '', signature = ''] = MARK.exec(mark) ?? []
      const signedIn = parseInt(time, 36)
      if (!timingSafeEqual(Buffer.from(signature), Buffer.from(this.#sign(id, time, deviceId)))) continue
      return signedIn >= (devicesFrom?.getTime() ?? 0) && Date.now() - signedIn <= LIFETIME_MS ? deviceId : null
    }
    return null
  }

  /** Has a device keep that it has signed in to the account. A known one stays the same device, with its count of attempts. */
  remember(device: Device, account: AccountDevices): void {
    const deviceId = this.idOf(device, account) ?? randomBytes(ID_BYTES).toString('base64url')
    const time = Date.now().toString(36)
    const others = marksIn(device.marks).filter((mark) => !this.#isOf(account.id, mark))
    device.keep([`${time}.${deviceId}.${this.#sign(account.id, time, deviceId)}`, ...others].slice(0, MOST_MARKS).join('~'))
  }

  #isOf(accountId: string, mark: string): boolean {
    const [, time = '', deviceId = '', signature] = MARK.exec(mark) ?? []
    return signature === this.#sign(accountId, time, deviceId)
  }

  #sign(accountId: string, time: string, deviceId: string): string {
    return createHmac('sha256', this.#key).update(`${accountId} ${time} ${deviceId}`).digest('base64url')
  }
}

/** Those that have the form of a mark; strangers write what they like. */
function marksIn(marks: string): string[] {
  return marks
    .split('~')
    .slice(0, MOST_MARKS)
    .filter((mark) => MARK.test(mark))
}
