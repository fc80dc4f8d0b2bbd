import { z } from 'zod'
import { emailField, givenPassword, nameField, tokenField } from '../../kit/credentialFields.ts'
import { index } from '../../kit/inputFields.ts'

export const profileInput = z.object({
  name: nameField.nullish(),
  email: emailField.nullish(),
  tradingIndex: index('Trading index must be one of').nullish(),
})
export const verifyEmailInput = z.object({
  token: tokenField('The link'),
  password: givenPassword('Password').nullish().describe('Of the account, unless the request comes from a session of it'),
})
export const resendVerificationInput = z.object({ email: emailField })
