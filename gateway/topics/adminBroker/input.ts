import { z } from 'zod'
import { clientCodeField, pinField, totpSecretField } from '../broker/input.ts'

/** As the specification names them: the password is the PIN. */
export const adminBrokerInput = z.object({
  clientId: clientCodeField('Client id'),
  totpSecret: totpSecretField,
  password: pinField('Password'),
})
