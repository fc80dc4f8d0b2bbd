import { err, ok, type Result } from '../../../schema/errors.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { BrokerSignInInput } from '../../gql/generated/graphql.ts'
import type { FieldMistakes } from '../../ui/forms/useCheckedForm.ts'

const { clientCode: code, pin: pinOf, totpSecret: secret } = LIMITS.broker

/** Reads the form, its secret with or without the spaces that it is shown with; refuses what the server would refuse too. */
export function readSignIn(typed: BrokerSignInInput): Result<BrokerSignInInput, FieldMistakes> {
  const clientCode = typed.clientCode.trim()
  const pin = typed.pin.trim()
  const totpSecret = typed.totpSecret.replace(/[\s-]/g, '').toUpperCase()
  const isCode = /^[a-z\d]+$/i.test(clientCode) && clientCode.length <= code.max
  const isPin = /^\d+$/.test(pin) && pin.length === pinOf.digits
  const isSecret = /^[A-Z2-7]+=*$/.test(totpSecret) && totpSecret.length >= secret.min && totpSecret.length <= secret.max
  if (isCode && isPin && isSecret) return ok({ clientCode, pin, totpSecret, keep: typed.keep })
  return err({
    ...(isCode ? {} : { clientCode: `Client code must be 1 to ${code.max} letters and digits.` }),
    ...(isPin ? {} : { pin: `PIN must be ${pinOf.digits} digits.` }),
    ...(isSecret ? {} : { totpSecret: secretMistake(totpSecret) }),
  })
}

const secretMistake = (typed: string) =>
  /^\d{6}$/.test(typed)
    ? 'This is a code from the authenticator app. Enter the secret that generates the codes.'
    : `TOTP secret must be ${secret.min} to ${secret.max} letters, and digits from 2 to 7.`
