import { z } from 'zod'
import { givenCode } from '../auth/input.ts'
import { chosenPassword, emailField, givenPassword, tokenField } from '../../kit/credentialFields.ts'

export const changePasswordInput = z.object({
  currentPassword: givenPassword('Current password'),
  newPassword: chosenPassword('Password'),
  code: givenCode.describe(
    'Of the authenticator, or a recovery code: where two-factor sign-in is on, unless one was given within ten minutes',
  ),
})
export const forgotPasswordInput = z.object({ email: emailField })
export const resetPasswordInput = z.object({ token: tokenField('The link'), newPassword: chosenPassword('Password') })
