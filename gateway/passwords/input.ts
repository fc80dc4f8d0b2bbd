import { z } from 'zod'
import { chosenPassword, emailField, givenPassword, tokenField } from '../server/credentialFields.ts'

export const changePasswordInput = z.object({
  currentPassword: givenPassword('Current password'),
  newPassword: chosenPassword('Password'),
})
export const forgotPasswordInput = z.object({ email: emailField })
export const resetPasswordInput = z.object({ token: tokenField('The link'), newPassword: chosenPassword('Password') })
