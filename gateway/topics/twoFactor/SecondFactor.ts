import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Database, Transaction } from '../../../prisma/client.ts'
import { SECOND, type Instant } from '../../../schema/time.ts'
import { digest } from '../../security/digest.ts'
import type { Sealer } from '../../security/Sealer.ts'

const PERIOD_SECONDS = 30
/** 160 bits (RFC 4226 §4). */
const SEED_BYTES = 20
const RECOVERY_CODES = 10
/** Base32 characters without lookalikes: 16 of them are 80 bits. */
const RECOVERY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const RECOVERY_LENGTH = 16

/** How a second factor was proved; a recovery code is used up by it. */
export type Shown = { readonly by: 'authenticator' } | { readonly by: 'recoveryCode'; readonly left: number }

/** The second factor of a sign-in: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for when it is lost. */
export class SecondFactor {
  readonly #sealer: Sealer
  constructor(sealer: Sealer) {
    this.#sealer = sealer
  }

  /** Draws a seed and stores it sealed, replacing an earlier one; it has no effect until the user's twoFactorAt is set. */
  async enrol(tx: Transaction, userId: string, email: string): Promise<TOTP> {
    const secret = new Secret({ size: SEED_BYTES })
    const row = { sealedSecret: await this.#sealer.seal(secret.bytes, userId), lastStep: 0 }
    await tx.twoFactor.upsert({ where: { userId }, create: { userId, ...row }, update: row })
    return new TOTP({ issuer: 'Sakha', label: email, secret, digits: 6, period: PERIOD_SECONDS })
  }

  /** Whether the code is of this step, or of the one before or after; each is valid once. */
  async showsAuthenticator(db: Database | Transaction, userId: string, code: string, now: Instant): Promise<boolean> {
    const row = await db.twoFactor.findUnique({ where: { userId }, select: { sealedSecret: true } })
    if (!row || !/^\d{6}$/.test(code)) return false
    const secret = new Secret({ buffer: (await this.#sealer.open(row.sealedSecret, userId)).buffer })
    const delta = new TOTP({ secret, digits: 6, period: PERIOD_SECONDS }).validate({ token: code, window: 1, timestamp: now })
    if (delta === null) return false
    const step = Math.floor(now / (PERIOD_SECONDS * SECOND)) + delta
    const { count } = await db.twoFactor.updateMany({ where: { userId, lastStep: { lt: step } }, data: { lastStep: step } })
    return count === 1
  }

  /** Accepts a code of either kind; null when it is neither. */
  async take(db: Database | Transaction, userId: string, code: string, now: Instant): Promise<Shown | null> {
    if (await this.showsAuthenticator(db, userId, code.replace(/\s/g, ''), now)) return { by: 'authenticator' }
    const { count } = await db.recoveryCode.deleteMany({ where: { userId, codeHash: digest(plain(code)) } })
    return count === 1 ? { by: 'recoveryCode', left: await db.recoveryCode.count({ where: { userId } }) } : null
  }

  /** Ten fresh recovery codes, replacing all earlier ones; only their hashes are stored. */
  async newRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode)
    await tx.recoveryCode.deleteMany({ where: { userId } })
    await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: digest(plain(code)) })) })
    return codes
  }

  /** Deletes seed and codes. */
  async remove(tx: Transaction, userId: string): Promise<void> {
    await tx.twoFactor.deleteMany({ where: { userId } })
    await tx.recoveryCode.deleteMany({ where: { userId } })
  }
}

/** XXXX-XXXX-XXXX-XXXX. The alphabet has 32 characters, so every one is as likely. */
function recoveryCode(): string {
  const characters = Array.from(randomBytes(RECOVERY_LENGTH), (byte) => RECOVERY_ALPHABET[byte % RECOVERY_ALPHABET.length]).join('')
  return characters.replace(/(.{4})(?=.)/g, '$1-')
}

/** As typed by somebody who copies it from paper. */
function plain(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
