import { z } from 'zod'
import { required } from '../../kit/credentialFields.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { LEAVE_WORD } from '../../../schema/openAtBroker.ts'
import { emptyAllowed } from '../../kit/inputFields.ts'

const { clientCode, pin, totpSecret, token, tokens } = LIMITS.broker

/** What is secret is never quoted in a complaint. */
export const clientCodeField = (label: string) =>
  required(label)
    .trim()
    .max(clientCode.max, `${label} must be at most ${clientCode.max} characters long`)
    .regex(/^[A-Za-z0-9]+$/, `${label} must be letters and digits`)

export const pinField = (label: string) =>
  required(label)
    .trim()
    .regex(new RegExp(`^\\d{${pin.digits}}$`), `${label} must be ${pin.digits} digits`)

/** People copy it with the spaces that it is shown with. */
export const totpSecretField = required('TOTP secret')
  .max(2 * totpSecret.max, `TOTP secret must be at most ${totpSecret.max} characters long`)
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .pipe(
    z
      .string()
      .min(totpSecret.min, `TOTP secret must be at least ${totpSecret.min} characters long`)
      .max(totpSecret.max, `TOTP secret must be at most ${totpSecret.max} characters long`)
      .regex(/^[A-Z2-7]+=*$/, 'TOTP secret must be letters A–Z and digits 2–7: the broker shows it under its QR code'),
  )

/** The typed word by which a user leaves live trades and orders that are open, as the engine takes it. */
const leaving = emptyAllowed(
  z.string('leaving must be text').refine((typed) => typed.trim() === LEAVE_WORD, `Type ${LEAVE_WORD} to leave what is open`),
).transform((typed) => (typed === null ? {} : ({ leavesOpen: true } as const)))

export const leavingInput = z.object({ leaving })

export const signInInput = z.object({
  clientCode: clientCodeField('Client code'),
  pin: pinField('PIN'),
  totpSecret: totpSecretField,
  keep: z.boolean('keep must be true or false'),
  leaving,
})

const tokenField = z
  .string('token must be text')
  .regex(new RegExp(`^[\\w-]{1,${token.max}}$`), `token must be 1–${token.max} letters, digits, _ or -`)

export const ltpInput = z.object({ token: tokenField })
export const liveDataInput = z.object({
  tokens: z
    .array(tokenField, 'tokens must be a list of texts')
    .min(1, 'tokens must name at least one instrument')
    .max(tokens.max, `tokens must name at most ${tokens.max} instruments`),
})
