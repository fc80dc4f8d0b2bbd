import { z } from 'zod'
import { emailField, nameField, tokenField } from '../server/credentialFields.ts'
import { index } from '../server/inputFields.ts'

export const profileInput = z.object({
  name: nameField.nullish(),
  email: emailField.nullish(),
  tradingIndex: index('Trading index must be one of').nullish(),
})
export const verifyEmailInput = z.object({ token: tokenField('The link') })
export const resendVerificationInput = z.object({ email: emailField })
