import { UserFacingError } from '../../../schema/errors.ts'
import type { SmartApiAccount } from '../smartapi/SmartApiConfig.ts'
import type { SessionTokens } from '../smartapi/SmartApiSignOn.ts'

const CLIENT_CODE = /^[A-Z0-9]{1,20}$/
const PIN = /^\d{4}$/
/** Eighty bits and more, as brokers give them. */
const TOTP_SECRET = /^[A-Z2-7]{16,128}$/
/** What a header takes. */
const TOKEN = /^[\w.~+/=-]{1,4096}$/

/** A client code as the broker writes it, of one that a person typed. */
export function plainClientCode(typed: string): string {
  return typed.trim().toUpperCase()
}

/** What signs an account in, as people type it, with spaces and small letters put right. Throws BAD_USER_INPUT that names the field. */
export function checkSignIn(typed: SmartApiAccount): SmartApiAccount {
  const clientCode = plainClientCode(typed.clientCode)
  const pin = typed.pin.trim()
  const totpSecret = typed.totpSecret.replace(/[\s=-]/g, '').toUpperCase()
  const mistakes = {
    ...(CLIENT_CODE.test(clientCode) ? {} : { clientCode: 'is up to 20 letters and digits' }),
    ...(PIN.test(pin) ? {} : { pin: 'has four digits' }),
    ...(TOTP_SECRET.test(totpSecret) ? {} : { totpSecret: 'is the text under the QR code, 16 to 128 letters A–Z and digits 2–7' }),
  }
  if (Object.keys(mistakes).length === 0) return { clientCode, pin, totpSecret }
  const named = Object.entries(mistakes).map(([field, mistake]) => `${FIELD_NAMES[field] ?? field} ${mistake}`)
  throw new UserFacingError('BAD_USER_INPUT', `${named.join('; ')}.`, mistakes)
}

const FIELD_NAMES: Readonly<Record<string, string>> = { clientCode: 'The client code', pin: 'The PIN', totpSecret: 'The TOTP secret' }

/** The tokens that the broker's login page gave. Throws BAD_USER_INPUT for what can be none. */
export function checkTokens({ jwt, feed, refresh }: SessionTokens): SessionTokens {
  const bare = { jwt: jwt.replace(/^Bearer /, ''), feed, refresh }
  const isWhole = [bare.jwt, bare.feed, bare.refresh ?? bare.jwt].every((token) => TOKEN.test(token))
  if (!isWhole)
    throw new UserFacingError('BAD_USER_INPUT', "The broker's login page did not return a usable session. Please connect again.")
  return bare
}
